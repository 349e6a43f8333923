/** What calls of unknown cost were expected to take: the limits count them so, since unknown is not zero. */
import type { Amount } from '../../../shared/money';
import type { Account } from '../../core/ports/ledger';
import type { Database } from './driver';
import { IS_UNKNOWN } from './ledger-terms';

/** An answer of the same request, or a later one about the same job, said it. */
const IS_STATED = `EXISTS (SELECT 1 FROM ledger again
    WHERE again.idempotency_key = ledger.idempotency_key AND again.id > ledger.id AND again.used IS NOT NULL)
  OR EXISTS (SELECT 1 FROM ledger paid WHERE paid.job_id = ledger.job_id AND paid.used > 0)`;

/** The guard holds it, for the most it may cost. */
const IS_RUNNING = 'EXISTS (SELECT 1 FROM jobs WHERE jobs.id = ledger.job_id AND jobs.finished_at IS NULL)';

/** Each message, job or other call once: a job leaves several rows. */
const EXPECTED = `SELECT max(estimate_to) AS most FROM ledger
  WHERE profile_id = ? AND unit = ? AND at >= ? AND estimate_to > 0 AND ${IS_UNKNOWN}
    AND NOT (${IS_STATED}) AND NOT ${IS_RUNNING}
  GROUP BY coalesce(job_id, message_id, id)`;

/** See `LedgerReport.unsettledSince`. */
export const unsettledSince = (database: Database, { profileId, unit }: Account, from: number): Amount =>
  database.get<{ most: Amount }>(`SELECT total(most) AS most FROM (${EXPECTED})`, ...[profileId, unit, from])
    ?.most ?? (0 as Amount);
