/** Rows of batches in a restored backup, as far as the database it replaces knows what became of them. */
import { createBatchStore } from '../db/batch-store';
import type { Database } from '../db/driver';

interface Row {
  readonly batchId: string;
  readonly position: number;
  readonly status: string;
  readonly key: string;
  readonly replyId: string | null;
  readonly jobId: string | null;
}

const ROWS = `SELECT b.id AS batchId, r.position, r.status, r.key, r.reply_id AS replyId, r.job_id AS jobId
  FROM batch_rows r JOIN batches b ON b.seq = r.batch_seq`;

/**
 * Interrupts every row that was sent since the backup, or may have been, so that only you can send it again. It takes
 * over the newest key: a gateway that knows it charges nothing more.
 *
 * @param present the database that the backup replaces, `null` where it can't be read
 * @param error what the row says
 */
export function settleRows(restored: Database, present: Database | null, error: string): void {
  restored.run("UPDATE batch_rows SET status = 'interrupted', error = ? WHERE status = 'running'", error);
  const now = new Map((present?.all<Row>(ROWS) ?? []).map((row) => [placeOf(row), row]));
  for (const row of restored.all<Row>(`${ROWS} WHERE r.status <> 'done'`)) {
    const known = now.get(placeOf(row));
    if (mayHaveBeenSent(restored, row, known)) interrupt(restored, row, known ?? row, error);
  }
  if (present !== null) keepJobsOfRows(restored, present);
  const batches = createBatchStore(restored);
  for (const { id } of restored.all<{ id: string }>('SELECT id FROM batches')) batches.count(id);
}

const placeOf = ({ batchId, position }: Row): string => `${batchId} ${position}`;

function mayHaveBeenSent(restored: Database, row: Row, known: Row | undefined): boolean {
  // A row that ended is only sent again by you, unless it was sent again already.
  if (known === undefined) return row.status === 'waiting';
  if (known.key !== row.key || known.jobId !== row.jobId || known.replyId !== row.replyId) return true;
  if (row.status !== 'waiting') return known.status === 'done' || known.status === 'running';
  // A row that was stopped before its turn has neither a reply nor a job, as before.
  if (known.status !== 'waiting' && known.status !== 'stopped') return true;
  return isCalled(restored, row.key);
}

/** The key is the idempotency key of a reply, or the id of a job. */
const isCalled = (restored: Database, key: string): boolean =>
  restored.get('SELECT 1 FROM ledger WHERE job_id = ? OR idempotency_key = ? LIMIT 1', key, key) !==
  undefined;

/** What it cost is found by its reply or job, although their records were not in the backup. */
function interrupt(restored: Database, { batchId, position }: Row, known: Row, error: string): void {
  restored.run(
    `UPDATE batch_rows SET status = 'interrupted', error = ?, key = ?, reply_id = ?, job_id = ?
     WHERE batch_seq = (SELECT seq FROM batches WHERE id = ?) AND position = ?`,
    ...[error, known.key, known.replyId, known.jobId, batchId, position],
  );
}

function keepJobsOfRows(restored: Database, present: Database): void {
  const jobs = present.all<{ jobId: string; position: number; batchId: string }>(
    'SELECT j.job_id AS jobId, j.position, b.id AS batchId FROM batch_jobs j JOIN batches b ON b.seq = j.batch_seq',
  );
  for (const { jobId, position, batchId } of jobs) {
    restored.run(
      'INSERT OR IGNORE INTO batch_jobs (job_id, batch_seq, position) SELECT ?, seq, ? FROM batches WHERE id = ?',
      ...[jobId, position, batchId],
    );
  }
}
