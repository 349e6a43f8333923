import { AppError } from '../../../shared/errors';
import { secretHeadersSchema } from '../../../shared/gateway-connection';
import type { KeychainState, KeyState } from '../../../shared/profiles';
import type { StoredProfile } from '../ports/profiles';
import type { SecretRing } from './secret-ring';

export interface KeyRing {
  /** Whether the keychain answered at the last attempt; assumed available until then. */
  keychain(): KeychainState;
  state(profile: StoredProfile): KeyState;
  /** @throws AppError `no_key` or `keychain_unavailable`. */
  read(profile: StoredProfile): Promise<string>;
  /** @throws AppError `keychain_unavailable` where `keep` is `keychain` and none answers; nothing is stored then. */
  save(profile: StoredProfile, key: string, keep: 'keychain' | 'session'): Promise<void>;
  /** Whether a key or a secret header is kept for the profile, whether or not it is sent. */
  holdsSecrets(profile: StoredProfile): boolean;
  /** All of them. @throws AppError as `read` does. */
  secretsOf(profile: StoredProfile): Promise<readonly HeldSecret[]>;
  /** The key and the values of secret headers. */
  remove(profile: StoredProfile): Promise<void>;
  /** Values of the profile's secret headers, by name in lower case. @throws AppError as `read` does. */
  readHeaders(profile: StoredProfile): Promise<Readonly<Record<string, string>>>;
  /** Replaces all of them. @throws AppError as `save` does; nothing is kept then. */
  saveHeaders(
    profile: StoredProfile,
    values: Readonly<Record<string, string>>,
    keep: 'keychain' | 'session',
  ): Promise<void>;
}

export interface HeldSecret {
  /** In lower case; `null` for the API key. */
  readonly header: string | null;
  readonly value: string;
}

/**
 * The keys of this session. They come from `save` or from the keychain, and only the gateway client receives them.
 *
 * Every key is stored under its profile and its origin, so that a changed address never receives a key given for
 * another one.
 */
export function createKeyRing(secrets: SecretRing): KeyRing {
  const holdsKey = (profile: StoredProfile) => profile.keyStored || secrets.isSession(accountOf(profile));
  const readHeaders = async (profile: StoredProfile) => {
    if (!hasSecretHeaders(profile)) return {};
    return parseHeaders(await secrets.read(headersAccountOf(profile), () => noHeaders(profile)));
  };
  return {
    keychain: secrets.keychain,
    state(profile) {
      const account = accountOf(profile);
      if (profile.connection.authentication.kind === 'none') return 'not-needed';
      if (secrets.isSession(account)) return 'session';
      if (!profile.keyStored) return 'missing';
      return secrets.isUnreadable(account) ? 'unreadable' : 'stored';
    },
    read: (profile) => secrets.read(accountOf(profile), () => noKey(profile), profile.keyStored),
    save: (profile, key, keep) => secrets.save(accountOf(profile), key, keep, profile.keyStored),
    async remove(profile) {
      await secrets.remove(headersAccountOf(profile), hasSecretHeaders(profile));
      await secrets.remove(accountOf(profile), profile.keyStored);
    },
    readHeaders,
    holdsSecrets: (profile) => holdsKey(profile) || hasSecretHeaders(profile),
    async secretsOf(profile) {
      const read = () => secrets.read(accountOf(profile), () => noKey(profile), profile.keyStored);
      const key = holdsKey(profile) ? [{ header: null, value: await read() }] : [];
      const headers = Object.entries(await readHeaders(profile));
      return [...key, ...headers.map(([header, value]) => ({ header, value }))];
    },
    async saveHeaders(profile, values, keep) {
      const account = headersAccountOf(profile);
      const wasStored = hasSecretHeaders(profile) && !secrets.isSession(account);
      if (Object.keys(values).length === 0) await secrets.remove(account, wasStored);
      else await secrets.save(account, JSON.stringify(values), keep, wasStored);
    },
  };
}

function accountOf({ id, baseUrl }: StoredProfile): string {
  return `${id} ${originOf(baseUrl)}`;
}

/** Secret headers are kept beside the key, and like it for one origin. */
const headersAccountOf = (profile: StoredProfile): string => `${accountOf(profile)} headers`;

const hasSecretHeaders = ({ connection }: StoredProfile): boolean =>
  connection.headers.some(({ isSecret }) => isSecret);

/** An entry that someone else changed holds no headers. */
function parseHeaders(text: string): Readonly<Record<string, string>> {
  try {
    return secretHeadersSchema.parse(JSON.parse(text));
  } catch {
    return {};
  }
}

/** A row may hold an invalid address: the app starts all the same, so that you can correct it. */
export const originOf = (baseUrl: string): string =>
  URL.canParse(baseUrl) ? new URL(baseUrl).origin : 'unknown origin';

function noHeaders({ name }: StoredProfile): AppError {
  const message = `The secret headers of the profile “${name}” have no values here. Enter them in Settings.`;
  return new AppError({ code: 'no_key', message });
}

function noKey({ name }: StoredProfile): AppError {
  return new AppError({
    code: 'no_key',
    message: `The profile “${name}” has no API key.`,
  });
}
