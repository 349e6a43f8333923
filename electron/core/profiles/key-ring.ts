import { AppError } from '../../../shared/errors';
import { isSecretParameter } from '../../../shared/profiles/credential-names';
import { secretHeadersSchema, secretQuerySchema } from '../../../shared/profiles/gateway-connection';
import type { KeychainState, KeyState } from '../../../shared/profiles/profiles';
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
  /** Until the app closes, in place of the stored one, which stays as it is. */
  hold(profile: StoredProfile, key: string): void;
  /** Whether a key, a secret header or a secret parameter is kept for the profile, whether or not it is sent. */
  holdsSecrets(profile: StoredProfile): boolean;
  /** All of them. @throws AppError as `read` does. */
  secretsOf(profile: StoredProfile): Promise<readonly HeldSecret[]>;
  /** The key and the values of secret headers and query parameters. */
  remove(profile: StoredProfile): Promise<void>;
  /** Values of the profile's secret headers and query parameters. @throws AppError as `read` does. */
  readSecrets(profile: StoredProfile): Promise<SecretValues>;
  /** Replaces all of them. @throws AppError as `save` does; nothing is kept then. */
  saveSecrets(profile: StoredProfile, values: SecretValues, keep: 'keychain' | 'session'): Promise<void>;
}

/** Each by name in lower case. */
export interface SecretValues {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

export interface HeldSecret {
  /** The name of the header or query parameter in lower case; `null` for the API key. */
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
  const readSecrets = async (profile: StoredProfile): Promise<SecretValues> => {
    const read = async (kind: Kind) => {
      if (!hasSecrets[kind](profile)) return {};
      return parseValues(kind, await secrets.read(accountOf(profile, kind), () => noValues(profile, kind)));
    };
    return { headers: await read('headers'), query: await read('query') };
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
    hold: (profile, key) => secrets.hold(accountOf(profile), key),
    async remove(profile) {
      // A row of an older backup doesn't name all that was saved since.
      const isAny = profile.keyStored || kinds.some((kind) => hasSecrets[kind](profile));
      for (const kind of kinds) await secrets.remove(accountOf(profile, kind), isAny);
      await secrets.remove(accountOf(profile), isAny);
    },
    readSecrets,
    holdsSecrets: (profile) => holdsKey(profile) || kinds.some((kind) => hasSecrets[kind](profile)),
    async secretsOf(profile) {
      const read = () => secrets.read(accountOf(profile), () => noKey(profile), profile.keyStored);
      const key = holdsKey(profile) ? [{ header: null, value: await read() }] : [];
      const { headers, query } = await readSecrets(profile);
      const others = [...Object.entries(headers), ...Object.entries(query)];
      return [...key, ...others.map(([header, value]) => ({ header, value }))];
    },
    async saveSecrets(profile, values, keep) {
      for (const kind of kinds) {
        const account = accountOf(profile, kind);
        const wasStored = hasSecrets[kind](profile) && !secrets.isSession(account);
        if (Object.keys(values[kind]).length === 0) await secrets.remove(account, wasStored);
        else await secrets.save(account, JSON.stringify(values[kind]), keep, wasStored);
      }
    },
  };
}

const kinds = ['headers', 'query'] as const;
type Kind = (typeof kinds)[number];

/** Secret headers and parameters are kept beside the key, and like it for one origin. */
function accountOf({ id, baseUrl }: StoredProfile, kind?: Kind): string {
  return `${id} ${originOf(baseUrl)}${kind === undefined ? '' : ` ${kind}`}`;
}

const hasSecrets: Readonly<Record<Kind, (profile: StoredProfile) => boolean>> = {
  headers: ({ connection }) => connection.headers.some(({ isSecret }) => isSecret),
  // A row of an earlier version holds the value itself.
  query: ({ connection }) => connection.query.some((one) => isSecretParameter(one) && one.value === null),
};

/** A secret parameter whose value is in the row: of an earlier version. */
export const hasOpenSecret = ({ connection }: StoredProfile): boolean =>
  connection.query.some((one) => isSecretParameter(one) && one.value !== null);

const schemas = { headers: secretHeadersSchema, query: secretQuerySchema } as const;

/** An entry that someone else changed holds no values. */
function parseValues(kind: Kind, text: string): Readonly<Record<string, string>> {
  try {
    return schemas[kind].parse(JSON.parse(text));
  } catch {
    return {};
  }
}

/** A row may hold an invalid address: the app starts all the same, so that you can correct it. */
export const originOf = (baseUrl: string): string =>
  URL.canParse(baseUrl) ? new URL(baseUrl).origin : 'unknown origin';

function noValues({ name }: StoredProfile, kind: Kind): AppError {
  const what = kind === 'headers' ? 'secret headers' : 'secret query parameters';
  const message = `The ${what} of the profile “${name}” have no values here. Enter them in Settings.`;
  return new AppError({ code: 'no_key', message });
}

function noKey({ name }: StoredProfile): AppError {
  return new AppError({
    code: 'no_key',
    message: `The profile “${name}” has no API key.`,
  });
}
