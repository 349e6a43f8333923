/** Rule 3, for each job and reply by itself: what says that it was not charged was not. */
import { type Run, violate } from '../run-state';
import { type Rows, readDatabase } from './database';

interface Said {
  what: string;
  keys: string | null;
}

/** Jobs and replies that a person reads as refused: to try them again seems to be the first charge. */
const saidUncharged = ({ all }: Rows): Said[] => [
  ...all<Said>(
    `SELECT 'a ' || modality || ' job' AS what,
       (SELECT group_concat(idempotency_key, ' ') FROM job_parts WHERE job_id = j.id) AS keys
     FROM jobs j WHERE status = 'failed' AND may_still_charge = 0 AND has_result = 0
       AND NOT EXISTS (SELECT 1 FROM ledger WHERE job_id = j.id AND (used > 0 OR used IS NULL AND outcome <> 'refused'))`,
  ),
  ...all<Said>(
    `SELECT 'a reply' AS what, idempotency_key AS keys FROM messages m
     WHERE status = 'failed' AND coalesce(json_extract(error, '$.outcomeUnknown'), 0) = 0
       AND NOT EXISTS (SELECT 1 FROM ledger WHERE message_id = m.id AND used > 0)`,
  ),
];

export function checkHonesty(run: Run): void {
  if (run.hasLostRows) return;
  const charges = run.gateways.filter(({ manners, lies }) => manners.tells !== 'nothing' && !lies);
  const charged = new Map(
    charges.flatMap(({ account }) => account.charges.map(({ key, marker }) => [key, marker])),
  );
  for (const { what, keys } of readDatabase(run, saidUncharged) ?? []) {
    const key = (keys ?? '').split(' ').find((one) => charged.has(one));
    if (key !== undefined)
      violate(run, 'ledger', `${what} of ${charged.get(key)} says it was not charged, and it was`);
  }
}
