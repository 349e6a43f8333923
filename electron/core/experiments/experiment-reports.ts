import type { Experiment, ExperimentSummary } from '../../../shared/lab/experiment';
import type { EventBus } from '../events';
import { createSafeAnnounce } from '../lib/announce-safely';
import type { Ports } from '../ports/ports';
import type { WorkReports } from '../units/work-context';

/** Cells that changed are joined: thousands of them change in a minute. */
const CELLS_EVERY_MS = 100;
/** Counting thousands of cells takes time, so totals are sent to windows at most this often. */
const REPORT_EVERY_MS = 300;

export interface ExperimentReports extends WorkReports {
  /** The records as a window sees them. */
  summary(id: string): ExperimentSummary | undefined;
  read(id: string): Experiment | undefined;
}

export function createExperimentReports(
  ports: Pick<Ports, 'storage' | 'clock' | 'log' | 'describeError'>,
  events: EventBus,
): ExperimentReports {
  const { storage, clock } = ports;
  const { experiments } = storage;
  const safely = createSafeAnnounce(ports);
  const timers = new Map<string, () => void>();
  const changed = new Map<string, Set<number>>();
  const waits = new Map<string, Pick<ExperimentSummary, 'waitsUntil' | 'isPaced'>>();
  let isClosed = false;
  const soon = (name: string, inMs: number, run: () => void) => {
    if (isClosed || timers.has(name)) return;
    const cancel = clock.setTimer(inMs, () => {
      timers.delete(name);
      run();
    });
    timers.set(name, cancel);
  };
  const waiting = <Record extends ExperimentSummary>(record: Record | undefined) =>
    record && { ...record, ...waits.get(record.id) };
  const summary = (id: string) => waiting(experiments.summary(id));
  const report = (id: string) => {
    timers.get(`owner ${id}`)?.();
    timers.delete(`owner ${id}`);
    try {
      experiments.units.count(id);
      const experiment = summary(id);
      if (experiment) events.emit({ type: 'experiment.changed', experiment });
    } catch {
      // The database can't be read right now: windows get it once it can.
      soon(`owner ${id}`, REPORT_EVERY_MS, () => report(id));
    }
  };
  const reportCells = (experimentId: string) => {
    const ids = [...(changed.get(experimentId) ?? [])];
    const cells = ids.flatMap(
      (position) => experiments.cell({ ownerId: experimentId, position })?.cell ?? [],
    );
    changed.delete(experimentId);
    if (cells.length > 0) events.emit({ type: 'experiment.cells', experimentId, cells });
  };
  return {
    summary,
    read: (id) => waiting(experiments.get(id)),
    owner: report,
    unit({ ownerId, position }) {
      const ids = changed.get(ownerId) ?? new Set();
      changed.set(ownerId, ids.add(position));
      soon(`cells ${ownerId}`, CELLS_EVERY_MS, () => safely(() => reportCells(ownerId)));
      soon(`owner ${ownerId}`, REPORT_EVERY_MS, () => report(ownerId));
    },
    setWait(id, until, isPaced = false) {
      if (until === null) waits.delete(id);
      else waits.set(id, { waitsUntil: until, ...(isPaced && { isPaced }) });
    },
    close() {
      isClosed = true;
      for (const [name, cancel] of timers) {
        cancel();
        if (name.startsWith('owner ')) experiments.units.count(name.slice('owner '.length));
      }
      timers.clear();
    },
  };
}
