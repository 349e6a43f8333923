/**
 * Rows of what is under way, as they travel: ended. The other computer may go on with them, and asking again here would
 * be charged again.
 *
 * - A reply being written is interrupted, with what had come of it.
 * - A job that waits or runs is interrupted; only the person can resume it.
 * - A batch that runs or is paused is stopped: rows that wait are stopped, rows being asked are interrupted.
 */
import { unfinishedStatuses } from '../../../shared/jobs';
import type { Row } from './row';

export function asEnded(table: string, row: Row, now: number): Row {
  return endings[table]?.(row, now) ?? row;
}

const endings: Readonly<Record<string, (row: Row, now: number) => Row>> = {
  messages: (row, now) => (row.status === 'streaming' ? interrupted(row, now) : row),
  jobs: (row, now) => (isUnderWay(row) ? interrupted(row, now) : row),
  job_parts: (row) => (isUnderWay(row) ? { ...row, status: 'interrupted' } : row),
  batches: (row, now) =>
    row.status === 'running' || row.status === 'paused'
      ? { ...row, status: 'stopped', error: null, finished_at: now }
      : row,
  batch_rows: endedBatchRow,
};

function endedBatchRow(row: Row, now: number): Row {
  if (row.status === 'waiting') return { ...row, status: 'stopped' };
  return row.status === 'running' ? interrupted(row, now) : row;
}

const isUnderWay = ({ status }: Row): boolean => unfinishedStatuses.some((one) => one === status);

function interrupted(row: Row, now: number): Row {
  const error = {
    code: 'interrupted',
    message: 'This was under way on another computer when the archive was made.',
    outcomeUnknown: true,
  };
  return { ...row, status: 'interrupted', finished_at: now, error: JSON.stringify(error) };
}
