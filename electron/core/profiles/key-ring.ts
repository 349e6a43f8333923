import { AppError } from '../../../shared/errors';
import { secretHeadersSchema } from '../../../shared/gateway-connection';
import type { KeychainState, KeyState } from '../../../shared/profiles';
import type { EventBus } from '../events';
import type { Keychain } from '../ports/keychain';
import type { StoredProfile } from '../ports/profiles';

export interface KeyRing {
  /** Whether the keychain answered at the last attempt; assumed available until then. */
  keychain(): KeychainState;
  state(profile: StoredProfile): KeyState;
  /** @throws AppError `no_key` or `keychain_unavailable`. */
  read(profile: StoredProfile): Promise<string>;
  /** @throws AppError `keychain_unavailable` where `keep` is `keychain` and none answers; nothing is stored then. */
  save(profile: StoredProfile, key: string, keep: 'keychain' | 'session'): Promise<void>;
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

/**
 * The keys of this session. They come from `save` or from the keychain, and only the gateway client receives them.
 *
 * Every key is stored under its profile and its origin, so that a changed address never receives a key given for
 * another one.
 */
export function createKeyRing(keychain: Keychain, events: EventBus): KeyRing {
  const held = new Map<string, string>();
  const session = new Set<string>();
  const unreadable = new Set<string>();
  let lastState: KeychainState = { available: true };

  const noteState = (state: KeychainState): KeychainState => {
    lastState = state;
    events.emit({ type: 'keychain.changed', keychain: state });
    return state;
  };
  const requireKeychain = async () => {
    const state = noteState(await keychain.probe());
    if (!state.available)
      throw new AppError({ code: 'keychain_unavailable', message: state.message, details: state });
  };
  const readStored = async (account: string, missing: () => AppError) => {
    const secret = await keychain.get(account).catch(() => null);
    if (secret !== null) return secret;
    unreadable.add(account);
    await requireKeychain();
    unreadable.delete(account);
    throw missing();
  };
  const read = async (account: string, isStored: boolean, missing: () => AppError) => {
    const known = held.get(account);
    if (known !== undefined) return known;
    if (!isStored) throw missing();
    const stored = await readStored(account, missing);
    held.set(account, stored);
    unreadable.delete(account);
    return stored;
  };
  const forget = (account: string) => {
    for (const kept of [held, session, unreadable]) kept.delete(account);
  };
  const save = async (account: string, secret: string, keep: 'keychain' | 'session', wasStored: boolean) => {
    if (keep === 'keychain') {
      await requireKeychain();
      await keychain.set(account, secret);
    } else if (wasStored) await keychain.remove(account);
    forget(account);
    held.set(account, secret);
    if (keep === 'session') session.add(account);
  };
  const remove = async (account: string, wasStored: boolean) => {
    if (wasStored) await keychain.remove(account);
    forget(account);
  };

  return {
    keychain: () => lastState,
    state(profile) {
      const account = accountOf(profile);
      if (profile.connection.authentication.kind === 'none') return 'not-needed';
      if (session.has(account)) return 'session';
      if (!profile.keyStored) return 'missing';
      return unreadable.has(account) ? 'unreadable' : 'stored';
    },
    read: (profile) => read(accountOf(profile), profile.keyStored, () => noKey(profile)),
    save: (profile, key, keep) => save(accountOf(profile), key, keep, profile.keyStored),
    async remove(profile) {
      await remove(headersAccountOf(profile), hasSecretHeaders(profile));
      await remove(accountOf(profile), profile.keyStored);
    },
    async readHeaders(profile) {
      if (!hasSecretHeaders(profile)) return {};
      return parseHeaders(await read(headersAccountOf(profile), true, () => noHeaders(profile)));
    },
    async saveHeaders(profile, values, keep) {
      const account = headersAccountOf(profile);
      const wasStored = hasSecretHeaders(profile) && !session.has(account);
      if (Object.keys(values).length === 0) await remove(account, wasStored);
      else await save(account, JSON.stringify(values), keep, wasStored);
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
    message: `The profile “${name}” has no key yet. Add one in Settings.`,
  });
}
