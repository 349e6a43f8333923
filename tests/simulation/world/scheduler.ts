/** The simulated clock, and everything that is going to happen, in order. */
export interface Scheduler {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs it once the clock is there; what is due at the same moment runs in the order it was asked for. */
  after(milliseconds: number, run: () => unknown): () => void;
  /** Moves the clock to the next event and runs it; `false` where nothing is left before `until`. */
  step(until: number): boolean;
  /** The process is held up: the clock moves on while nothing runs, and what was due runs late. */
  block(milliseconds: number): void;
  /** Nothing runs before this moment any more. */
  moveTo(time: number): void;
}

interface Entry {
  readonly at: number;
  readonly order: number;
  run: (() => unknown) | null;
}

export function createScheduler(start: number): Scheduler {
  const heap: Entry[] = [];
  let now = start;
  let order = 0;
  return {
    now: () => now,
    after(milliseconds, run) {
      const entry: Entry = { at: now + milliseconds, order: order++, run };
      push(heap, entry);
      return () => {
        entry.run = null;
      };
    },
    step(until) {
      for (let first = heap[0]; first && first.at <= until; first = heap[0]) {
        pop(heap);
        if (first.run === null) continue;
        now = Math.max(now, first.at);
        first.run();
        return true;
      }
      return false;
    },
    block(milliseconds) {
      now += milliseconds;
    },
    moveTo(time) {
      now = Math.max(now, time);
    },
  };
}

const isBefore = (one: Entry, other: Entry): boolean =>
  one.at < other.at || (one.at === other.at && one.order < other.order);

function push(heap: Entry[], entry: Entry): void {
  let at = heap.push(entry) - 1;
  while (at > 0) {
    const above = (at - 1) >> 1;
    if (!isBefore(entry, heap[above] as Entry)) break;
    heap[at] = heap[above] as Entry;
    at = above;
  }
  heap[at] = entry;
}

function pop(heap: Entry[]): void {
  const last = heap.pop() as Entry;
  if (heap.length === 0) return;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && isBefore(heap[child + 1] as Entry, heap[child] as Entry)) child += 1;
    if (!isBefore(heap[child] as Entry, last)) break;
    heap[at] = heap[child] as Entry;
    at = child;
  }
  heap[at] = last;
}
