import { finishedStatuses } from '../../../shared/jobs';
import type { Database } from '../db/driver';
import { IS_UNFINISHED } from '../db/job-status';
import { settleRows } from './settle-rows';

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
