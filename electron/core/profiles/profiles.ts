import { AppError } from '../../../shared/errors';
import type { GatewayId } from '../../../shared/gateways/gateways';
import { withoutSecrets } from '../../../shared/profiles/credential-names';
import { baseUrlSchema, type Profile } from '../../../shared/profiles/profiles';
import { SANDBOX_PROFILE_ID } from '../../../shared/profiles/sandbox-profile';
import type { EventBus } from '../events';
import type { GatewayAccess } from '../ports/gateway';
import type { MediaGateway } from '../ports/media-gateway';
import type { Ports } from '../ports/ports';
import type { StoredProfile } from '../ports/profiles';
import type { SettingsService } from '../settings/settings';
import { readAccess } from './connection';
import type { KeyRing } from './key-ring';
import type { Networks } from './networks';
import type { MoneyOf } from './paying-profile';
import type { SandboxService } from './sandbox';

export interface Profiles {
  /** The Sandbox first, then your own profiles in the order they were created. */
  all(): readonly Profile[];
  activeId(): string;
  /** One of your own profiles. @throws AppError `not_found`, or `invalid_input` for the Sandbox. */
  own(id: string): StoredProfile;
  /**
   * The address of a profile's gateway and the key for it.
   * @throws AppError `not_found`, `no_key`, `keychain_unavailable` or `host_unreachable`.
   */
  access(id: string): Promise<GatewayAccess>;
  client(id: string): Promise<MediaGateway>;
  /** Remembers which kind of gateway answered, unless the person chose one. */
  recognize(id: string, kind: GatewayId): void;
  /** A chat of this profile is typed or about to be sent. Free, and nothing leaves the app. */
  expectChat(id: string): void;
  announce(): void;
}

interface Services {
  readonly events: EventBus;
  readonly keys: KeyRing;
  readonly sandbox: SandboxService;
  readonly settings: Pick<SettingsService, 'current'>;
  readonly moneyOf: MoneyOf;
  readonly networks: Pick<Networks, 'accessOf'>;
}

/** The gateways that requests can be sent to. */
export function createProfiles(
  { storage, gateway, sandbox: port }: Ports,
  { events, keys, sandbox, settings, moneyOf, networks }: Services,
): Profiles {
  const own = (id: string): StoredProfile => {
    const profile = storage.profiles.get(id);
    if (profile) return profile;
    if (id === SANDBOX_PROFILE_ID) throw unchangeable();
    throw new AppError({ code: 'not_found', message: 'This profile no longer exists.' });
  };
  const activeId = () => {
    const id = storage.settings.activeProfileId();
    return id !== null && storage.profiles.get(id) !== undefined ? id : SANDBOX_PROFILE_ID;
  };
  const all = (): Profile[] => [
    {
      id: SANDBOX_PROFILE_ID,
      name: 'Sandbox',
      kind: 'sandbox',
      baseUrl: sandbox.baseUrl() ?? '',
      key: 'not-needed',
    },
    ...storage.profiles.all().map((profile) => ({
      id: profile.id,
      name: profile.name,
      kind: 'gateway' as const,
      baseUrl: profile.baseUrl,
      key: keys.state(profile),
      connection: withoutSecrets(profile.connection),
      money: moneyOf(profile.id),
    })),
  ];
  const announce = () =>
    events.emit({ type: 'profiles.changed', profiles: all(), activeProfileId: activeId() });
  const access = async (id: string) => {
    if (id === SANDBOX_PROFILE_ID) return { profileId: id, ...(await sandbox.access()) };
    const profile = own(id);
    requireAddress(profile);
    const { resultHosts, jobOrigins } = settings.current();
    const places = { resultHosts: resultHosts[id] ?? [], jobOrigins: jobOrigins[id] ?? [] };
    const network = await networks.accessOf(id);
    return { ...(await readAccess(profile, keys)), ...places, network };
  };
  return {
    all,
    activeId,
    own,
    access,
    client: async (id) => gateway.client(await access(id)),
    recognize(id, kind) {
      const profile = storage.profiles.get(id);
      if (profile === undefined || profile.connection.gateway !== null) return;
      storage.profiles.put({ ...profile, connection: { ...profile.connection, gateway: kind } });
      announce();
    },
    expectChat(id) {
      if (id === SANDBOX_PROFILE_ID) port.expectChat();
    },
    announce,
  };
}

/** A row may be older than the rule that its input is checked by today. */
function requireAddress({ name, baseUrl }: StoredProfile): void {
  if (baseUrlSchema.safeParse(baseUrl).success) return;
  const message = `“${name}” has an address that can’t be used: ${withoutUser(baseUrl).slice(0, 200)}. Correct it in Settings.`;
  throw new AppError({ code: 'invalid_input', field: 'baseUrl', message });
}

/** A password in front of a host is a secret, also where the address can't be read. */
const withoutUser = (address: string): string => address.replace(/\/\/[^/?#]*@/, '//');

function unchangeable(): AppError {
  return new AppError({
    code: 'invalid_input',
    field: 'id',
    message: 'The Sandbox profile cannot be changed or removed.',
  });
}
