/**
 * Sums of money in SQL, each of one unit, and the costs that they are read as.
 *
 * SQLite's `sum` of integers throws once it passes 2⁶³, and rows of earlier versions may hold amounts that large:
 * `total` adds as floating point, exact to 9 × 10¹⁵ parts, and never throws.
 */
import { EDITED_HERE } from '../../../shared/media/edits';
import { type Cost, toCost } from '../../../shared/money/cost';
import type { MoneyUnit } from '../../../shared/money/money';
import { moneyUnits } from '../../../shared/money/money-units';
import type { Database, SqlValue } from './driver';
import { storedId } from './ids';
import { readJson } from './json-column';

/** The sum of the amounts, zero where there are none. */
export const moneySum = (amount: string): string => `total(${amount})`;

/** An amount of a ledger row where it is in this unit, else `NULL`; `row` is the name the ledger goes by in the query. */
export const inUnit = (unit: MoneyUnit, row: string): string =>
  `iif(${row}.unit = '${unit}', ${row}.used, NULL)`;

/** JSON of an amount for each unit, from its SQL. As integers: JSON in SQLite writes 15 digits of any other number. */
const costJson = (amountOf: (unit: MoneyUnit) => string): string =>
  `json_object(${moneyUnits.map((unit) => `'${unit}', CAST(${amountOf(unit)} AS INTEGER)`)})`;

/** What ledger rows have cost, `NULL` in units without a stated charge; read by {@link readCost}. */
export const costSum = (row = 'ledger'): string =>
  costJson((unit) => `iif(count(${inUnit(unit, row)}) = 0, NULL, total(${inUnit(unit, row)}))`);

/** The cost of a record without a call. */
export const NO_COST = "'{}'";

/** What a job cost; media of a chat reply were paid with the reply, edited ones cost nothing. @param job its alias */
export const costOfJob = (job: string): string => `CASE WHEN ${job}.model = '${EDITED_HERE}' THEN ${NO_COST}
    WHEN ${job}.owner_kind = 'message'
    THEN (SELECT ${costSum()} FROM ledger_rows ledger WHERE message_id = ${storedId(`${job}.owner_id`)})
    ELSE (SELECT ${costSum()} FROM ledger_rows ledger WHERE job_id = ${job}.id) END`;

/** A column of {@link costSum}; `null` where no charge is known. */
export const readCost = (column: string | null): Cost | null =>
  column === null ? null : toCost(readJson(column, {}));

// What calls of checks have cost.

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
