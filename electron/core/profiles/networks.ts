/** How each profile's requests leave this computer: settings, and their secrets in the keychain. */
import type { CheckedInput } from '../../../shared/contract';
import { defaultNetwork } from '../../../shared/profiles/defaults';
import type { NetworkSettings } from '../../../shared/profiles/network';
import { SANDBOX_PROFILE_ID } from '../../../shared/profiles/sandbox-profile';
import type { NetworkAccess } from '../../gateway/types/call';
import type { GatewayPort } from '../ports/gateway';
import type { StoredProfile } from '../ports/profiles';
import type { SettingsService } from '../settings/settings';
import { isRedirected, type KeyGuard } from './key-guard';
import { createNetworkSecrets } from './network-secrets';
import type { SecretRing } from './secret-ring';

export interface Networks {
  /** What a profile's requests leave by; absent for the Sandbox. @throws AppError `no_key` or `keychain_unavailable` */
  accessOf(profileId: string): Promise<NetworkAccess | undefined>;
  /**
   * @throws AppError `invalid_input`, `keychain_unavailable`, or `needs_key` and `aborted` where stored keys could go
   * elsewhere and the person did not agree; nothing is saved then
   */
  save(input: CheckedInput<'network.save'>): Promise<void>;
  /**
   * Asks, where the host can, before a secret is stored for a profile whose network nobody has agreed to.
   * @param profileId `null` for a profile that is being created
   * @throws AppError `aborted`
   */
  agree(profileId: string | null, profileName: string): Promise<void>;
  /** Removes what was set for a profile that is removed. */
  forget(profileId: string): Promise<void>;
}

interface Services {
  readonly settings: SettingsService;
  readonly secrets: SecretRing;
  readonly gateway: Pick<GatewayPort, 'checkNetwork'>;
  readonly own: (profileId: string) => StoredProfile;
  readonly all: () => readonly StoredProfile[];
  readonly keyGuard: KeyGuard;
}

/** Stands for all profiles. */
const ALL = 'all';

export function createNetworks(services: Services): Networks {
  const { settings, secrets: ring, gateway, own, keyGuard } = services;
  const secrets = createNetworkSecrets(ring);
  const savedFor = (profileId: string | null) => {
    const { network, networks } = settings.current();
    return profileId === null ? network : networks[profileId];
  };
  const store = async (profileId: string | null, network: NetworkSettings | null) => {
    if (profileId === null) return settings.update({ network: network ?? defaultNetwork });
    const { [profileId]: _before, ...others } = settings.current().networks;
    await settings.update({ networks: network === null ? others : { ...others, [profileId]: network } });
  };
  /** Agreed to since the start, or by what was entered as proof. */
  const agreed = new Set<string>();
  const replace = async (profileId: string | null, network: NetworkSettings | null) => {
    const before = savedFor(profileId);
    await store(profileId, network);
    await secrets.removeUnused(profileId ?? ALL, before, network);
  };
  return {
    async accessOf(profileId) {
      if (profileId === SANDBOX_PROFILE_ID) return undefined;
      const ownNetwork = savedFor(profileId);
      const [scope, network] =
        ownNetwork === undefined ? [ALL, settings.current().network] : [profileId, ownNetwork];
      return { settings: network, isOwn: scope !== ALL, ...(await secrets.hold(scope, network)) };
    },
    async save({ profileId, network, secrets: given = {}, keep = 'keychain', keys }) {
      if (profileId !== null) own(profileId);
      const scope = profileId ?? ALL;
      if (network !== null) {
        const held = await secrets.hold(scope, network, given);
        gateway.checkNetwork?.({ settings: network, isOwn: profileId !== null, ...held });
      }
      const exposed = exposedBy(services, profileId, network);
      await keyGuard.allow(exposed, change, keys);
      if (network !== null) {
        if (exposed.length > 0) agreed.add(wayOf(network));
        await secrets.save(scope, network, given, keep);
      }
      await replace(profileId, network);
    },
    async agree(profileId, profileName) {
      const used = savedFor(profileId) ?? settings.current().network;
      if (!isRedirected(defaultNetwork, used) || agreed.has(wayOf(used))) return;
      await keyGuard.allowFirst(profileName, describe(used));
      agreed.add(wayOf(used));
    },
    async forget(profileId) {
      if (savedFor(profileId) !== undefined) await replace(profileId, null);
    },
  };
}

const wayOf = ({ proxy, authorities }: NetworkSettings): string => JSON.stringify([proxy, authorities?.pem]);

/** As the end of “The key will pass …”. */
function describe({ proxy, authorities, certificate }: NetworkSettings): string {
  const parts = [
    ...('url' in proxy ? [`the proxy ${proxy.url}`] : []),
    ...(authorities === null ? [] : [`a server trusted through “${authorities.name}”`]),
    ...(certificate === null ? [] : [`a server that is shown “${certificate.name}”`]),
  ];
  return parts.join(' and ');
}

const change = 'This changes the proxy or the certificates that requests use.';

/** The profiles whose requests would take a way they did not take before. */
function exposedBy(
  { settings, all }: Pick<Services, 'settings' | 'all'>,
  profileId: string | null,
  given: NetworkSettings | null,
): readonly StoredProfile[] {
  const { network, networks } = settings.current();
  const after = given ?? (profileId === null ? defaultNetwork : network);
  const isMeant = ({ id }: StoredProfile) =>
    profileId === null ? networks[id] === undefined : id === profileId;
  return all().filter((profile) => isMeant(profile) && isRedirected(networks[profile.id] ?? network, after));
}
