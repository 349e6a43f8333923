/** Rule 3 for batches: the sum that a batch shows is what the ledger holds of its rows, also what became known late, of any round. */
import { type Run, violate } from '../run-state';
import { readDatabase } from './database';

interface Sums {
  readonly id: string;
  readonly name: string;
  readonly shown: number;
  readonly paid: number;
}

/** All replies of its chats, whichever its rows name, and all jobs of its rows; one unit has a thousand times as many parts. */
const SUMS = `SELECT b.id, b.name, total(b.credits_used) + total(b.dollars_used) AS shown,
    (SELECT total(l.used) FROM ledger l WHERE l.job_id IN (SELECT j.job_id FROM batch_jobs j WHERE j.batch_seq = b.seq)
       OR l.message_id IN (SELECT m.id FROM messages m JOIN conversations c ON c.id = m.conversation_id
         WHERE c.owner_kind = 'batch' AND c.owner_id = b.id)) AS paid
  FROM batches b WHERE b.removed_at IS NULL GROUP BY b.seq`;

export function checkBatchSums(run: Run): void {
  const { batches, removed } = run.memory;
  if (run.hasLostRows) return;
  const own = (readDatabase(run, ({ all }) => all<Sums>(SUMS)) ?? []).filter(
    ({ id }) => batches.has(id) && !removed.has(id),
  );
  for (const { name, shown, paid } of own)
    if (shown !== paid && Math.abs(paid) < Number.MAX_SAFE_INTEGER)
      violate(
        run,
        'ledger',
        `${name} shows ${shown} parts as its cost, and its rows were booked with ${paid}`,
      );
}
