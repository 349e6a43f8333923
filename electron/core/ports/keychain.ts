import type { KeychainState } from '../../../shared/profiles/profiles';

/** The OS keychain. Every method throws an `AppError` `keychain_unavailable` if there is none or it doesn't respond. */
export interface Keychain {
  /** Writes, reads and deletes a test entry: reading from a locked keychain looks the same as a missing key. */
  probe(): Promise<KeychainState>;
  get(account: string): Promise<string | null>;
  set(account: string, secret: string): Promise<void>;
  remove(account: string): Promise<void>;
}
