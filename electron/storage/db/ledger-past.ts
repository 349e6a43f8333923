import { type Amount, fromAmount } from '../../../shared/money';
import type { Account, PastCall } from '../../core/ports/ledger';
import { moneySum } from './cost-sql';
import type { Database } from './driver';

/** A job has a row for each part and for each poll that reported money; this many rows hold enough jobs. */
const ROWS_FOR_EACH = 6;

interface Row {
  readonly used: Amount;
  readonly low: Amount | null;
  readonly high: Amount | null;
  readonly units: number | null;
}

/** Recent charges, newest first. Charges of deleted chats and jobs count too. */
export function pastCalls(
  database: Database,
  { profileId, unit }: Account,
  model: string,
  kind: 'chat' | 'media',
  limit: number,
): readonly PastCall[] {
  const rows = database.all<Row>(
    `SELECT ${moneySum('used')} AS used, max(estimate_from) AS low, max(estimate_to) AS high, max(units) AS units FROM (
       SELECT id, job_id, used, estimate_from, estimate_to, units FROM ledger
       WHERE profile_id = ? AND unit = ? AND model = ? AND outcome = 'answered' AND used > 0
         AND job_id IS ${kind === 'chat' ? '' : 'NOT'} NULL
       ORDER BY id DESC LIMIT ?)
     GROUP BY coalesce(job_id, id) ORDER BY max(id) DESC LIMIT ?`,
    ...[profileId, unit, model, limit * ROWS_FOR_EACH, limit],
  );
  return rows.map(({ used, low, high, units }) => ({
    charge: fromAmount(used, unit),
    estimate:
      low === null || high === null ? null : { from: fromAmount(low, unit), to: fromAmount(high, unit) },
    units,
  }));
}
