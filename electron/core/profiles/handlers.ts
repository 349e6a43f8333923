import { type Handlers, nothing } from '../dispatch';
import { createModelChoices } from '../models/model-choices';
import type { Ports } from '../ports/ports';
import type { Services } from '../services';
import { createProfileCommands } from './profile-commands';
import { createResultHosts } from './result-hosts';

export function profileHandlers(ports: Ports, services: Services) {
  const { profiles, models, credits, events, accounts } = services;
  const own = createProfileCommands(ports, profiles, services);
  const choices = createModelChoices(services);
  const resultHosts = createResultHosts(services);
  /** The gateway may list other models for another key; nothing waits for the answer. */
  const refreshIfActive = (id: string) => {
    if (profiles.activeId() !== id) return;
    void models.refresh(id);
    void accounts.refresh(id);
  };
  const showActive = () => {
    const id = profiles.activeId();
    events.emit({ type: 'models.changed', catalogue: models.catalogue(id) });
    credits.announce(id);
    void models.refresh(id);
    void accounts.refresh(id);
  };
  return {
    'profiles.create': own.create,
    'profiles.update': async (input) => {
      await resultHosts.forgetIfMoved(input);
      await own.update(input);
      refreshIfActive(input.id);
      return null;
    },
    'profiles.remove': async ({ id }) => {
      const wasActive = profiles.activeId() === id;
      await own.remove(id);
      await choices.forget(id);
      await resultHosts.forget(id);
      await services.networks.forget(id);
      if (wasActive) showActive();
      return null;
    },
    'profiles.activate': ({ id }) => {
      own.activate(id);
      showActive();
      return null;
    },
    'profiles.saveKey': async (input) => {
      await own.saveKey(input);
      refreshIfActive(input.id);
      return null;
    },
    'profiles.removeKey': ({ id }) => own.removeKey(id).then(nothing),
    'profiles.saveConnection': async (input) => {
      await own.saveConnection(input);
      // Its unit may be another one now.
      if (profiles.activeId() === input.id) credits.announce(input.id);
      refreshIfActive(input.id);
      return null;
    },
    'network.save': async (input) => {
      await services.networks.save(input);
      const id = profiles.activeId();
      if (input.profileId === null || input.profileId === id) refreshIfActive(id);
      return null;
    },
    'profiles.allowResults': (input) => resultHosts.allow(input).then(nothing),
    'profiles.findLocal': () => ports.gateway.findLocal(),
    'profiles.test': ({ id }) => own.test(id),
    'profiles.rate': ({ id }) => services.pace.rateOf(id),
  } satisfies Partial<Handlers>;
}
