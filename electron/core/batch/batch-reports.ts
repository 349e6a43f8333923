import type { Batch } from '../../../shared/lab/batch';
import type { EventBus } from '../events';
import type { Judging } from '../judging/judge-tools';
import { createSafeAnnounce } from '../lib/announce-safely';
import type { RowPlace } from '../ports/batches';
import type { Ports } from '../ports/ports';
import { readRowOf } from './read-row';

/** Counting thousands of rows takes time, so batch totals are sent to windows at most this often. */
const REPORT_EVERY_MS = 300;

export interface BatchReports {
  /** The record as a window sees it. */
  read(id: string): Batch | undefined;
  /** Reports one row at once, and its batch soon after; never throws. */
  row(place: RowPlace): void;
  /** Counts and reports at once. */
  batch(id: string): void;
  /** @param isPaced no refusal made it wait */
  setWait(id: string, until: number | null, isPaced?: boolean): void;
  close(): void;
}

export function createBatchReports(
  ports: Judging & Pick<Ports, 'clock' | 'log' | 'describeError'>,
  events: EventBus,
): BatchReports {
  const { clock } = ports;
  const { batches } = ports.storage;
  const safely = createSafeAnnounce(ports);
  const timers = new Map<string, () => void>();
  const waits = new Map<string, Pick<Batch, 'waitsUntil' | 'isPaced'>>();
  let isClosed = false;
  const read = (id: string): Batch | undefined => {
    const batch = batches.get(id);
    return batch && { ...batch, ...waits.get(id) };
  };
  const reportSoon = (id: string) => {
    if (!isClosed && !timers.has(id))
      timers.set(
        id,
        clock.setTimer(REPORT_EVERY_MS, () => report(id)),
      );
  };
  const report = (id: string) => {
    timers.get(id)?.();
    timers.delete(id);
    try {
      batches.count(id);
      const batch = read(id);
      if (batch) events.emit({ type: 'batch.changed', batch });
    } catch {
      // The database can't be read right now: windows get the batch once it can.
      reportSoon(id);
    }
  };
  return {
    read,
    batch: report,
    row(place) {
      safely(() => {
        const found = batches.row(place);
        if (!found) return;
        const row = readRowOf(ports, batches.get(place.batchId))(found);
        events.emit({ type: 'batch.row.changed', row });
      });
      reportSoon(place.batchId);
    },
    setWait(id, until, isPaced = false) {
      if (until === null) waits.delete(id);
      else waits.set(id, { waitsUntil: until, ...(isPaced && { isPaced }) });
    },
    close() {
      isClosed = true;
      for (const [id, cancel] of timers) {
        cancel();
        batches.count(id);
      }
      timers.clear();
    },
  };
}
