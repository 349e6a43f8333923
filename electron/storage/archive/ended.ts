/**
 * Unfinished work travels as ended work. The other computer may continue it, and sending it again from here would be
 * charged again.
 *
 * - A streaming reply becomes interrupted and keeps its text.
 * - A job that waits or runs becomes interrupted; only you can resume it.
 * - A batch that runs or is paused becomes stopped: waiting rows are stopped, running rows are interrupted.
 * - An experiment likewise, and its cells; a draft stays one, since nothing of it was sent.
 * - A check that runs or is paused becomes stopped; of a request that was sent the outcome is unknown.
 */
import { unfinishedStatuses } from '../../../shared/media/jobs';
import type { Row } from './tables';

export function asEnded(table: string, row: Row, now: number): Row {
  return endings[table]?.(row, now) ?? row;
}

const endings: Readonly<Record<string, (row: Row, now: number) => Row>> = {
  messages: endedReply,
  jobs: endedJob,
  job_parts: (row) => (isUnderWay(row) ? { ...row, status: 'interrupted' } : row),
  batches: stopped,
  checks: stopped,
  check_calls: (row) => (row.status === 'sent' ? { ...row, status: 'unknown' } : row),
  batch_rows: endedBatchRow,
  experiments: stoppedExperiment,
  experiment_cells: endedCell,
};

function stopped(row: Row, now: number): Row {
  const isOpen = row.status === 'running' || row.status === 'paused';
  return isOpen ? { ...row, status: 'stopped', error: null, finished_at: now } : row;
}

function stoppedExperiment(row: Row, now: number): Row {
  const isOpen = row.state === 'running' || row.state === 'paused';
  return isOpen ? { ...row, state: 'stopped', error: null, finished_at: now } : row;
}

/** Those that wait stay so: of an experiment that is stopped they are sent only where a person starts it. */
function endedCell(row: Row, now: number): Row {
  if (row.state !== 'running') return row;
  const { status: state, ...ended } = interrupted({ ...row, status: null }, now);
  return { ...ended, state: state ?? 'interrupted' };
}

/** A reply that waited for its turn was not sent before the archive was made. */
function endedReply(row: Row, now: number): Row {
  if (row.status !== 'streaming') return row;
  return { ...(row.is_held === 1 ? unsent(row, now) : interrupted(row, now)), is_held: 0 };
}

/** A job that waited for its turn was not sent before the archive was made. */
function endedJob(row: Row, now: number): Row {
  if (!isUnderWay(row)) return row;
  return { ...interrupted(row, now), ...(row.status !== 'waiting' && { may_still_charge: 1 }) };
}

function endedBatchRow(row: Row, now: number): Row {
  if (row.status === 'waiting') return { ...row, status: 'stopped' };
  return row.status === 'running' ? interrupted(row, now) : row;
}

const isUnderWay = ({ status }: Row): boolean => unfinishedStatuses.some((one) => one === status);

function interrupted(row: Row, now: number): Row {
  const error = {
    code: 'interrupted',
    message: 'This was in progress on another computer when the archive was made.',
    outcomeUnknown: true,
  };
  return { ...row, status: 'interrupted', finished_at: now, error: JSON.stringify(error) };
}

function unsent(row: Row, now: number): Row {
  const message = 'This waited to be sent on another computer when the archive was made.';
  const error = { code: 'not_sent', message };
  return { ...row, status: 'interrupted', finished_at: now, error: JSON.stringify(error) };
}
