import { type Handlers, nothing } from '../dispatch';
import type { Ports } from '../ports/ports';
import type { Pace } from '../rate-limits/pace';
import type { SettingsService } from '../settings/settings';
import { createAllowedPlaces } from './allowed-places';
import type { KeyGuard } from './key-guard';
import type { KeyRing } from './key-ring';
import type { Networks } from './networks';
import { createProfileCommands } from './profile-commands';
import type { Profiles } from './profiles';

/** What goes along with a profile and stands above this family: its models, its balance, what the meter shows. */
export interface ProfileFollowers {
  /** Asks for the models and the balance again; nothing waits for the answer. */
  refresh(id: string): void;
  /** Shows the profile that is active now. */
  show(id: string): void;
  /** Its unit may be another one now. */
  announceMoney(id: string): void;
  /** The profile is gone, and so is what was chosen for it. */
  forget(id: string): Promise<void>;
}

interface ProfileServices {
  readonly profiles: Profiles;
  readonly settings: SettingsService;
  readonly keys: KeyRing;
  readonly keyGuard: KeyGuard;
  readonly networks: Networks;
  readonly pace: Pick<Pace, 'rateOf'>;
}

export function profileHandlers(ports: Ports, services: ProfileServices, followers: ProfileFollowers) {
  const { profiles } = services;
  const own = createProfileCommands(ports, profiles, services);
  const places = createAllowedPlaces(services);
  /** The gateway may list other models for another key. */
  const refreshIfActive = (id: string) => {
    if (profiles.activeId() === id) followers.refresh(id);
  };
  return {
    'profiles.create': own.create,
    'profiles.update': async (input) => {
      await places.forgetIfMoved(input);
      await own.update(input);
      refreshIfActive(input.id);
      return null;
    },
    'profiles.remove': async ({ id }) => {
      const wasActive = profiles.activeId() === id;
      await own.remove(id);
      await followers.forget(id);
      await places.forget(id);
      await services.networks.forget(id);
      if (wasActive) followers.show(profiles.activeId());
      return null;
    },
    'profiles.activate': ({ id }) => {
      own.activate(id);
      followers.show(profiles.activeId());
      return null;
    },
    'profiles.saveKey': async (input) => {
      await own.saveKey(input);
      refreshIfActive(input.id);
      return null;
    },
    'profiles.removeKey': async ({ id }) => {
      await own.removeKey(id);
      refreshIfActive(id);
      return null;
    },
    'profiles.saveConnection': async (input) => {
      await own.saveConnection(input);
      if (profiles.activeId() === input.id) followers.announceMoney(input.id);
      refreshIfActive(input.id);
      return null;
    },
    'network.save': async (input) => {
      await services.networks.save(input);
      const id = profiles.activeId();
      if (input.profileId === null || input.profileId === id) refreshIfActive(id);
      return null;
    },
    'profiles.allowResults': (input) => places.allowResults(input).then(nothing),
    'profiles.allowJobs': (input) => places.allowJobs(input).then(nothing),
    'profiles.findLocal': () => ports.gateway.findLocal(),
    'profiles.test': ({ id }) => own.test(id),
    'profiles.rate': ({ id }) => services.pace.rateOf(id),
  } satisfies Partial<Handlers>;
}
