import type { RecordedCall } from '../../gateway/types/call';

export interface CallHistoryLimits {
  readonly calls: number;
  readonly bytes: number;
}

export interface CallHistory {
  /** Adds a call or updates its size; the oldest calls are removed to make room. */
  put(call: RecordedCall): void;
  get(id: string): RecordedCall | undefined;
  /** Newest first. */
  all(): readonly RecordedCall[];
  /** Clears all finished calls. */
  clear(): void;
  /** How many were removed to make room. */
  dropped(): number;
}

/** The last calls, limited in number and in memory. The newest is kept, however large it is. */
export function createCallHistory(limits: CallHistoryLimits): CallHistory {
  const history = new Map<string, { readonly call: RecordedCall; bytes: number }>();
  /** A running call that was cleared does not come back. */
  const forgotten = new WeakSet<RecordedCall>();
  let total = 0;
  let dropped = 0;

  const forget = (id: string) => {
    const entry = history.get(id);
    if (entry === undefined) return;
    history.delete(id);
    forgotten.add(entry.call);
    total -= entry.bytes;
  };
  const makeRoom = () => {
    for (const id of history.keys()) {
      if (history.size <= 1 || (history.size <= limits.calls && total <= limits.bytes)) return;
      forget(id);
      dropped += 1;
    }
  };
  return {
    put(call) {
      if (forgotten.has(call)) return;
      const entry = history.get(call.id) ?? { call, bytes: 0 };
      history.set(call.id, entry);
      total -= entry.bytes;
      entry.bytes = call.size();
      total += entry.bytes;
      makeRoom();
    },
    get: (id) => history.get(id)?.call,
    all: () => [...history.values()].map(({ call }) => call).reverse(),
    clear() {
      for (const [id, { call }] of history) if (!call.isOpen()) forget(id);
      dropped = 0;
    },
    dropped: () => dropped,
  };
}
