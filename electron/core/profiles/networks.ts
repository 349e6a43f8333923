/** How each profile's requests leave this computer: settings, and their secrets in the keychain. */
import type { CheckedInput } from '../../../shared/contract';
import { defaultNetwork } from '../../../shared/default-network';
import type { NetworkSettings } from '../../../shared/network';
import { SANDBOX_PROFILE_ID } from '../../../shared/sandbox-profile';
import type { NetworkAccess } from '../../gateway/types';
import type { SettingsService } from '../app/settings';
import type { GatewayPort } from '../ports/gateway';
import type { StoredProfile } from '../ports/profiles';
import { createNetworkSecrets } from './network-secrets';
import type { SecretRing } from './secret-ring';

export interface Networks {
  /** What a profile's requests leave by; absent for the Sandbox. @throws AppError `no_key` or `keychain_unavailable` */
  accessOf(profileId: string): Promise<NetworkAccess | undefined>;
  /** @throws AppError `invalid_input`, or `keychain_unavailable`; nothing is saved then */
  save(input: CheckedInput<'network.save'>): Promise<void>;
  /** Removes what was set for a profile that is removed. */
  forget(profileId: string): Promise<void>;
}

interface Services {
  readonly settings: SettingsService;
  readonly secrets: SecretRing;
  readonly gateway: Pick<GatewayPort, 'checkNetwork'>;
  readonly own: (profileId: string) => StoredProfile;
}

/** Stands for all profiles. */
const ALL = 'all';

export function createNetworks({ settings, secrets: ring, gateway, own }: Services): Networks {
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
    async save({ profileId, network, secrets: given = {}, keep = 'keychain' }) {
      if (profileId !== null) own(profileId);
      if (network !== null) {
        const scope = profileId ?? ALL;
        const held = await secrets.hold(scope, network, given);
        gateway.checkNetwork?.({ settings: network, isOwn: profileId !== null, ...held });
        await secrets.save(scope, network, given, keep);
      }
      await replace(profileId, network);
    },
    async forget(profileId) {
      if (savedFor(profileId) !== undefined) await replace(profileId, null);
    },
  };
}
