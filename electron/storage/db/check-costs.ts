/** What calls of checks have cost. */
import { type Cost, toCost } from '../../../shared/money/cost';
import type { MoneyUnit } from '../../../shared/money/money';
import type { Database, SqlValue } from './driver';

/** Of each unit in which an amount is known. */
export function sumOf(database: Database, rows: string, value: SqlValue): Cost {
  const sums = database.all<{ unit: MoneyUnit; amount: number }>(
    `SELECT unit, CAST(total(amount) AS INTEGER) AS amount FROM (${rows}) WHERE amount IS NOT NULL GROUP BY unit`,
    value,
  );
  return toCost(Object.fromEntries(sums.map(({ unit, amount }) => [unit, amount]))) ?? [];
}

/** Of several calls: unknown where one of them may have been charged an unknown amount. */
export function costOf(database: Database, calls: readonly string[]): Cost | null {
  const ids = JSON.stringify(calls);
  const those = 'FROM check_calls WHERE id IN (SELECT value FROM json_each(?))';
  const open = database.get(`SELECT 1 ${those} AND status NOT IN ('held', 'refused') AND used IS NULL`, ids);
  return open === undefined ? sumOf(database, `SELECT unit, used AS amount ${those}`, ids) : null;
}
