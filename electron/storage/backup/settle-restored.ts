import { finishedStatuses } from '../../../shared/media/jobs';
import { createBatchStore } from '../db/batch-store';
import type { Database } from '../db/driver';
import { IS_UNFINISHED } from '../db/job-inputs';

/**
 * Ends what was unfinished when a backup was made. It has continued since, and may have been paid: resuming it from the
 * backup could send it and charge it a second time.
 * @param present the database that the backup replaces, `null` where it can't be read
 * @param now milliseconds since the epoch
 */
export function settleRestored(restored: Database, present: Database | null, now: number): void {
  const error = JSON.stringify({
    code: 'interrupted',
    message: 'This was not finished when the backup was made. It may have been sent and charged since.',
    outcomeUnknown: true,
  });
  restored.transaction(() => {
    const ended = "status = 'interrupted', finished_at = ?, error = ?";
    const jobs = restored.all<UnfinishedJob>(`SELECT id, status FROM jobs WHERE ${IS_UNFINISHED}`);
    for (const job of jobs) {
      const mayStillCharge = Number(mayBeCharged(present, job));
      restored.run(
        `UPDATE jobs SET ${ended}, may_still_charge = ? WHERE id = ?`,
        ...[now, error, mayStillCharge, job.id],
      );
    }
    restored.run(`UPDATE messages SET ${ended} WHERE status = 'streaming'`, now, error);
    restored.run(`UPDATE job_parts SET status = 'interrupted' WHERE ${IS_UNFINISHED}`);
    restored.run("UPDATE batches SET status = 'paused' WHERE status = 'running'");
    settleRows(restored, present, error);
    // What a check asked since is not in the backup: going on with it would ask, and pay, again.
    restored.run(
      "UPDATE checks SET status = 'stopped', finished_at = ?, error = ? WHERE status IN ('running', 'paused')",
      ...[now, error],
    );
    restored.run("UPDATE check_calls SET status = 'unknown', error = ? WHERE status = 'sent'", error);
    keepQueuedAsDrafts(restored);
  });
}

interface UnfinishedJob {
  readonly id: string;
  readonly status: string;
}

/** As the present database says of it; one that it does not know may have been sent and deleted since. */
function mayBeCharged(present: Database | null, { id, status }: UnfinishedJob): boolean {
  const known = present?.get<{ status: string; mayStillCharge: number }>(
    'SELECT status, may_still_charge AS mayStillCharge FROM jobs WHERE id = ?',
    id,
  );
  if (known === undefined) return true;
  if (finishedStatuses.some((one) => one === known.status)) return known.mayStillCharge === 1;
  return known.status !== 'waiting' || status !== 'waiting';
}

/** A queued message may have been sent since. As a draft its text is kept, and only you can send it. */
function keepQueuedAsDrafts(database: Database): void {
  database.exec(`
    UPDATE conversations SET draft = trim(draft || char(10, 10) || (
        SELECT group_concat(text, char(10, 10)) FROM
          (SELECT text FROM queued_messages WHERE conversation_id = conversations.id ORDER BY seq)), char(10))
      WHERE id IN (SELECT conversation_id FROM queued_messages);
    UPDATE OR IGNORE file_uses SET owner_kind = 'draft',
        owner_id = (SELECT conversation_id FROM queued_messages WHERE id = file_uses.owner_id)
      WHERE owner_kind = 'queued' AND owner_id IN (SELECT id FROM queued_messages);
    DELETE FROM queued_messages`);
}

// Rows of batches in a restored backup, as far as the database it replaces knows what became of them.

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
function settleRows(restored: Database, present: Database | null, error: string): void {
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
