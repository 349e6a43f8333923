import { finishedStatuses } from '../../../shared/media/jobs';
import { createBatchStore } from '../db/batch-store';
import type { Database } from '../db/driver';
import { count as countCells } from '../db/experiment-charges';
import { toStoredId } from '../db/ids';
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
    restored.run(`UPDATE message_rows SET ${ended} WHERE status = 'streaming'`, now, error);
    restored.run(`UPDATE job_parts SET status = 'interrupted' WHERE ${IS_UNFINISHED}`);
    for (const work of works) settleUnits(restored, work, present, error);
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

// Rows of batches and cells of experiments in a restored backup, as far as the database it replaces knows what became of
// them.

/** Where one kind of work is stored. */
interface Work {
  readonly owners: string;
  readonly units: string;
  readonly seq: string;
  readonly position: string;
  readonly status: string;
  readonly jobs: string;
  readonly jobPosition: string;
  count(database: Database, id: string): void;
}

const works: readonly Work[] = [
  {
    owners: 'batches',
    units: 'batch_rows',
    seq: 'batch_seq',
    position: 'position',
    status: 'status',
    jobs: 'batch_jobs',
    jobPosition: 'position',
    count: (database, id) => createBatchStore(database).count(id),
  },
  {
    owners: 'experiments',
    units: 'experiment_cells',
    seq: 'experiment_seq',
    position: 'number',
    status: 'state',
    jobs: 'experiment_jobs',
    jobPosition: 'cell_number',
    count: countCells,
  },
];

interface Unit {
  readonly ownerId: string;
  readonly position: number;
  readonly status: string;
  readonly key: string;
  readonly replyId: string | null;
  readonly jobId: string | null;
}

const unitsOf = ({ owners, units, seq, position, status }: Work): string =>
  `SELECT o.id AS ownerId, u.${position} AS position, u.${status} AS status, u.key, u.reply_id AS replyId, u.job_id AS jobId
   FROM ${units} u JOIN ${owners} o ON o.seq = u.${seq}`;

/**
 * Interrupts every unit that was sent since the backup, or may have been, so that only you can send it again. It takes
 * over the newest key: a gateway that knows it charges nothing more.
 *
 * @param present the database that the backup replaces, `null` where it can't be read
 * @param error what the unit says
 */
function settleUnits(restored: Database, work: Work, present: Database | null, error: string): void {
  const { owners, units, status } = work;
  restored.run(`UPDATE ${owners} SET ${status} = 'paused' WHERE ${status} = 'running'`);
  restored.run(`UPDATE ${units} SET ${status} = 'interrupted', error = ? WHERE ${status} = 'running'`, error);
  const isThere = (database: Database) =>
    database.get('SELECT 1 FROM sqlite_master WHERE name = ?', units) !== undefined;
  const known = present !== null && isThere(present) ? present : null;
  const now = new Map((known?.all<Unit>(unitsOf(work)) ?? []).map((unit) => [placeOf(unit), unit]));
  for (const unit of restored.all<Unit>(`${unitsOf(work)} WHERE u.${status} <> 'done'`)) {
    const later = now.get(placeOf(unit));
    if (mayHaveBeenSent(restored, unit, later)) interrupt(restored, work, { ...unit, ...later }, error);
  }
  if (known !== null) keepJobs(restored, work, known);
  for (const { id } of restored.all<{ id: string }>(`SELECT id FROM ${owners}`)) work.count(restored, id);
}

const placeOf = ({ ownerId, position }: Unit): string => `${ownerId} ${position}`;

function mayHaveBeenSent(restored: Database, unit: Unit, known: Unit | undefined): boolean {
  // One that ended is only sent again by you, unless it was sent again already.
  if (known === undefined) return unit.status === 'waiting';
  if (known.key !== unit.key || known.jobId !== unit.jobId || known.replyId !== unit.replyId) return true;
  if (unit.status !== 'waiting') return known.status === 'done' || known.status === 'running';
  // One that was stopped before its turn has neither a reply nor a job, as before.
  if (known.status !== 'waiting' && known.status !== 'stopped') return true;
  return isCalled(restored, unit.key);
}

/** The key is the idempotency key of a reply, or the id of a job; empty where no call was ever made. */
const isCalled = (restored: Database, key: string): boolean =>
  key !== '' &&
  restored.get(
    'SELECT 1 FROM ledger_rows WHERE job_id = ? OR idempotency_key = ? LIMIT 1',
    ...[key, toStoredId(key)],
  ) !== undefined;

/** What it cost is found by its reply or job, although their records were not in the backup. */
function interrupt(restored: Database, work: Work, unit: Unit, error: string): void {
  const { owners, units, seq, position, status } = work;
  restored.run(
    `UPDATE ${units} SET ${status} = 'interrupted', error = ?, key = ?, reply_id = ?, job_id = ?
     WHERE ${seq} = (SELECT seq FROM ${owners} WHERE id = ?) AND ${position} = ?`,
    ...[error, unit.key, unit.replyId, unit.jobId, unit.ownerId, unit.position],
  );
}

function keepJobs(restored: Database, { owners, seq, jobs, jobPosition }: Work, present: Database): void {
  const all = present.all<{ jobId: string; position: number; ownerId: string }>(
    `SELECT j.job_id AS jobId, j.${jobPosition} AS position, o.id AS ownerId FROM ${jobs} j JOIN ${owners} o ON o.seq = j.${seq}`,
  );
  for (const { jobId, position, ownerId } of all) {
    restored.run(
      `INSERT OR IGNORE INTO ${jobs} (job_id, ${seq}, ${jobPosition}) SELECT ?, seq, ? FROM ${owners} WHERE id = ?`,
      ...[jobId, position, ownerId],
    );
  }
}
