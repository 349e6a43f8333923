import type { KeychainState } from '../../../shared/profiles';

/** The OS keychain. Every method throws an `AppError` `keychain_unavailable` where none answers. */
export interface Keychain {
  /** Writes, reads and deletes a canary: a locked keychain answers a read like an absent key. */
  probe(): Promise<KeychainState>;
  get(account: string): Promise<string | null>;
  set(account: string, secret: string): Promise<void>;
  remove(account: string): Promise<void>;
}
