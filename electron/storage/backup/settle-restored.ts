import type { Database } from '../db/driver';
import { IS_UNFINISHED } from '../db/job-status';

/**
 * Ends what was running when a backup was made. It has continued since, and may have been paid: resuming it from the
 * backup could send it and charge it a second time.
 * @param now milliseconds since the epoch
 */
export function settleRestored(database: Database, now: number): void {
  const error = JSON.stringify({
    code: 'interrupted',
    message: 'This was in progress when the backup was made. It may have finished since.',
    outcomeUnknown: true,
  });
  database.transaction(() => {
    for (const table of ['jobs', 'messages']) {
      const which = table === 'jobs' ? IS_UNFINISHED : "status = 'streaming'";
      database.run(
        `UPDATE ${table} SET status = 'interrupted', finished_at = ?, error = ? WHERE ${which}`,
        ...[now, error],
      );
    }
    database.run(`UPDATE job_parts SET status = 'interrupted' WHERE ${IS_UNFINISHED}`);
    database.run("UPDATE batches SET status = 'paused' WHERE status = 'running'");
    database.run("UPDATE batch_rows SET status = 'interrupted' WHERE status = 'running'");
    keepQueuedAsDrafts(database);
  });
}

/** A queued message may have been sent since. As a draft its text is kept, and only you can send it. */
function keepQueuedAsDrafts(database: Database): void {
  database.exec(`
    UPDATE conversations SET draft = trim(draft || char(10, 10) || (
        SELECT group_concat(text, char(10, 10)) FROM
          (SELECT text FROM queued_messages WHERE conversation_id = conversations.id ORDER BY seq)), char(10))
      WHERE id IN (SELECT conversation_id FROM queued_messages);
    UPDATE OR IGNORE attachment_uses SET owner_kind = 'draft',
        owner_id = (SELECT conversation_id FROM queued_messages WHERE id = attachment_uses.owner_id)
      WHERE owner_kind = 'queued' AND owner_id IN (SELECT id FROM queued_messages);
    DELETE FROM queued_messages`);
}
