/** The secrets of a network, each kept for what it belongs to. */
import { AppError } from '../../../shared/errors';
import type { NetworkSecrets, NetworkSettings } from '../../../shared/profiles/network';
import type { NetworkAccess } from '../../gateway/types/call';
import type { SecretRing } from './secret-ring';

type Held = Pick<NetworkAccess, 'proxyPassword' | 'privateKey'>;

/** Of a network's two secrets, those that it needs, by their account in the keychain. */
interface Accounts {
  readonly proxyPassword: string | null;
  readonly privateKey: string | null;
}

const names = ['proxyPassword', 'privateKey'] as const;

export function createNetworkSecrets(ring: SecretRing) {
  const read = async (account: string | null, given: string | undefined, missing: () => AppError) =>
    account === null ? null : (given ?? (await ring.read(account, missing)));
  return {
    /**
     * @param given what was entered just now; the rest is read from the keychain
     * @throws AppError `no_key`, or `invalid_input` for something that is being entered; `keychain_unavailable`
     */
    async hold(scope: string, network: NetworkSettings, given: NetworkSecrets | null = null): Promise<Held> {
      const accounts = accountsOf(scope, network);
      const missing = (name: keyof Accounts) => () => (given === null ? gone(name) : notGiven(name));
      return {
        proxyPassword:
          (await read(accounts.proxyPassword, given?.proxyPassword, missing('proxyPassword'))) ?? '',
        privateKey: await read(accounts.privateKey, given?.privateKey, missing('privateKey')),
      };
    },
    /** @throws AppError `keychain_unavailable` */
    async save(
      scope: string,
      network: NetworkSettings,
      given: NetworkSecrets,
      keep: 'keychain' | 'session',
    ): Promise<void> {
      const accounts = accountsOf(scope, network);
      for (const name of names) {
        const [account, secret] = [accounts[name], given[name]];
        if (account !== null && secret !== undefined) await ring.save(account, secret, keep);
      }
    },
    /** Removes what a network needed and the one after it doesn't. */
    async removeUnused(
      scope: string,
      before: NetworkSettings | undefined,
      after: NetworkSettings | null,
    ): Promise<void> {
      if (before === undefined) return;
      const [old, kept] = [accountsOf(scope, before), after && accountsOf(scope, after)];
      for (const name of names) {
        const account = old[name];
        if (account !== null && account !== kept?.[name]) await ring.remove(account);
      }
    },
  };
}

/** For one proxy and one certificate, so that another one never receives what was given for this. */
function accountsOf(scope: string, { proxy, certificate }: NetworkSettings): Accounts {
  const proxyName =
    proxy.kind === 'fixed' && proxy.username !== null ? `${proxy.username}@${proxy.url}` : null;
  const end = certificate?.pem.replace(/-----[^-]+-----|\s/g, '').slice(-64);
  return {
    proxyPassword: proxyName === null ? null : `network ${scope} ${proxyName}`,
    privateKey: end === undefined ? null : `network ${scope} certificate ${end}`,
  };
}

const words: Readonly<Record<keyof Accounts, string>> = {
  proxyPassword: 'The password of the proxy',
  privateKey: 'The private key of the client certificate',
};

const gone = (name: keyof Accounts): AppError =>
  new AppError({
    code: 'no_key',
    message: `${words[name]} is not stored here. Enter it in Settings, under Network.`,
  });

const notGiven = (name: keyof Accounts): AppError =>
  new AppError({
    code: 'invalid_input',
    field: `secrets.${name}`,
    message: `${words[name]} is missing. Enter it together with the proxy or certificate it is for.`,
  });
