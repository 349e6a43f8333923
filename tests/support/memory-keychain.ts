import type { Keychain } from '../../electron/core/ports/keychain';

/** A keychain that holds its entries in memory, for tests of what the core stores. The real one has tests of its own. */
export function memoryKeychain(): Keychain & { readonly entries: Map<string, string> } {
  const entries = new Map<string, string>();
  return {
    entries,
    probe: async () => ({ available: true }),
    get: async (account) => entries.get(account) ?? null,
    set: async (account, secret) => void entries.set(account, secret),
    remove: async (account) => void entries.delete(account),
  };
}
