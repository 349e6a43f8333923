import { DATABASE_RETRY_MS } from '../lib/durable-save';
import type { WorkContext } from './work-context';

/** Counting thousands of units takes time, and the first window comes first. */
const RECOUNT_EVERY_MS = 500;

/**
 * Counts what the end of the process may have left uncounted, one owner after the other: a charge is stored with its
 * call, and the sum of its batch or experiment a moment later.
 */
export function recountLater(context: WorkContext): void {
  const { kind } = context;
  const { clock } = context.ports;
  const ask = () => {
    if (context.isClosing) return;
    try {
      countNext([...kind.store.mayBeUncounted()]);
    } catch {
      // The database can't be read right now.
      clock.setTimer(DATABASE_RETRY_MS, ask);
    }
  };
  const countNext = (ids: string[]) => {
    const id = ids.shift();
    if (id === undefined || context.isClosing) return;
    kind.reports.owner(id);
    clock.setTimer(RECOUNT_EVERY_MS, () => countNext(ids));
  };
  clock.setTimer(RECOUNT_EVERY_MS, ask);
}
