import { AppError } from '../../../shared/errors';
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
  remove(profile: StoredProfile): Promise<void>;
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
  const readStored = async (profile: StoredProfile, account: string) => {
    const key = await keychain.get(account).catch(() => null);
    if (key !== null) return key;
    unreadable.add(account);
    await requireKeychain();
    unreadable.delete(account);
    throw noKey(profile);
  };
  const forget = (account: string) => {
    for (const kept of [held, session, unreadable]) kept.delete(account);
  };

  return {
    keychain: () => lastState,
    state(profile) {
      const account = accountOf(profile);
      if (session.has(account)) return 'session';
      if (!profile.keyStored) return 'missing';
      return unreadable.has(account) ? 'unreadable' : 'stored';
    },
    async read(profile) {
      const account = accountOf(profile);
      const key = held.get(account);
      if (key !== undefined) return key;
      if (!profile.keyStored) throw noKey(profile);
      const stored = await readStored(profile, account);
      held.set(account, stored);
      unreadable.delete(account);
      return stored;
    },
    async save(profile, key, keep) {
      const account = accountOf(profile);
      if (keep === 'keychain') {
        await requireKeychain();
        await keychain.set(account, key);
      } else if (profile.keyStored) {
        await keychain.remove(account);
      }
      forget(account);
      held.set(account, key);
      if (keep === 'session') session.add(account);
    },
    async remove(profile) {
      const account = accountOf(profile);
      if (profile.keyStored) await keychain.remove(account);
      forget(account);
    },
  };
}

function accountOf({ id, baseUrl }: StoredProfile): string {
  return `${id} ${originOf(baseUrl)}`;
}

/** A row may hold an invalid address: the app starts all the same, so that you can correct it. */
export const originOf = (baseUrl: string): string =>
  URL.canParse(baseUrl) ? new URL(baseUrl).origin : 'unknown origin';

function noKey({ name }: StoredProfile): AppError {
  return new AppError({
    code: 'no_key',
    message: `The profile “${name}” has no key yet. Add one in Settings.`,
  });
}
