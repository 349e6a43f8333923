/** A call (or a whole remote job) between its first byte out and the row it leaves. */
export interface OpenCall {
  /** No other call that can cost overlapped it: its balance is the balance after all that came before. */
  isAlone(): boolean;
  end(): void;
}

interface Entry {
  readonly costs: boolean;
  isAlone: boolean;
}

/**
 * Which calls of each profile overlap. Balances that overlapping calls report cannot be put in order, so only a call
 * that was alone settles what was spent.
 */
export function createInFlight(): (profileId: string, costs: boolean) => OpenCall {
  const open = new Map<string, Set<Entry>>();
  return (profileId, costs) => {
    const others = open.get(profileId) ?? new Set<Entry>();
    open.set(profileId, others);
    const entry: Entry = { costs, isAlone: ![...others].some((other) => other.costs) };
    if (costs) for (const other of others) other.isAlone = false;
    others.add(entry);
    return { isAlone: () => entry.isAlone, end: () => void others.delete(entry) };
  };
}
