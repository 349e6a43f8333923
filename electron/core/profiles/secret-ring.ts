import { AppError } from '../../../shared/errors';
import type { KeychainState } from '../../../shared/profiles/profiles';
import type { EventBus } from '../events';
import type { Keychain } from '../ports/keychain';

/** The secrets of this session, by account. They come from `save` or from the keychain. */
export interface SecretRing {
  /** Whether the keychain answered at the last attempt; assumed available until then. */
  keychain(): KeychainState;
  /** Held in memory until the app closes. */
  isSession(account: string): boolean;
  /** One was stored, but the keychain does not answer now. */
  isUnreadable(account: string): boolean;
  /**
   * @param isStored false where the keychain is known to have none
   * @throws AppError of `missing`, or `keychain_unavailable`
   */
  read(account: string, missing: () => AppError, isStored?: boolean): Promise<string>;
  /** @throws AppError `keychain_unavailable` where `keep` is `keychain` and none answers; nothing is stored then. */
  save(account: string, secret: string, keep: 'keychain' | 'session', wasStored?: boolean): Promise<void>;
  /** Until the app closes, in place of what is stored, which stays as it is. */
  hold(account: string, secret: string): void;
  remove(account: string, wasStored?: boolean): Promise<void>;
}

export function createSecretRing(keychain: Keychain, events: EventBus): SecretRing {
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
    const secret = await keychain.get(account).catch((error: unknown) => {
      const locked = lockedState(error);
      if (locked === null) return null;
      // The person was asked and said no: to probe would ask once more.
      unreadable.add(account);
      noteState(locked);
      throw error;
    });
    if (secret !== null) return secret;
    unreadable.add(account);
    await requireKeychain();
    unreadable.delete(account);
    throw missing();
  };
  const forget = (account: string) => {
    for (const kept of [held, session, unreadable]) kept.delete(account);
  };
  const hold = (account: string, secret: string) => {
    forget(account);
    held.set(account, secret);
    session.add(account);
  };
  return {
    keychain: () => lastState,
    isSession: (account) => session.has(account),
    isUnreadable: (account) => unreadable.has(account),
    async read(account, missing, isStored = true) {
      const known = held.get(account);
      if (known !== undefined) return known;
      if (!isStored) throw missing();
      const stored = await readStored(account, missing);
      held.set(account, stored);
      unreadable.delete(account);
      return stored;
    },
    async save(account, secret, keep, wasStored = false) {
      if (keep === 'keychain') {
        await requireKeychain();
        await keychain.set(account, secret);
      } else if (wasStored) await keychain.remove(account);
      if (keep === 'session') return hold(account, secret);
      forget(account);
      held.set(account, secret);
    },
    hold,
    async remove(account, wasStored = true) {
      if (wasStored) await keychain.remove(account);
      forget(account);
    },
  };
}

/** The state of a keychain that stayed locked; `null` for any other failure, which a probe explains. */
function lockedState(error: unknown): KeychainState | null {
  if (!(error instanceof AppError) || error.data.code !== 'keychain_unavailable') return null;
  const { details, message } = error.data;
  const reason = (details as Partial<Record<'reason', unknown>> | undefined)?.reason;
  return reason === 'locked' ? { available: false, reason, message } : null;
}
