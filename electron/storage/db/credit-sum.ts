import type { MoneyUnit } from '../../../shared/money';

/**
 * Sums of money in SQL, each of one unit.
 *
 * SQLite's `sum` of integers throws once it passes 2⁶³, and rows of earlier versions may hold amounts that large:
 * `total` adds as floating point, exact to 9 × 10⁹ credits or 9 × 10⁶ dollars, and never throws.
 */

/** The sum of the amounts, zero where there are none. */
export const creditSum = (amount: string): string => `total(${amount})`;

/** The sum of the amounts that are known; `NULL` where none is. */
export const knownCreditSum = (amount: string): string =>
  `CASE WHEN count(${amount}) = 0 THEN NULL ELSE total(${amount}) END`;

/** An amount of a ledger row where it is in this unit, else `NULL`; `row` is the name the ledger goes by in the query. */
export const amountIn = (unit: MoneyUnit, row = 'ledger', amount = 'used'): string =>
  `iif(${row}.unit = '${unit}', ${row}.${amount}, NULL)`;

/** The two sums of a record's charges, which are never added to each other. */
export const knownSums = (row = 'ledger'): { readonly credits: string; readonly dollars: string } => ({
  credits: knownCreditSum(amountIn('credits', row)),
  dollars: knownCreditSum(amountIn('usd', row)),
});

/** What a job cost in a unit; media of a chat reply were paid with the reply. @param job the alias of its row */
export const costOfJob = (job: string, unit: MoneyUnit): string => {
  const sum = knownCreditSum(amountIn(unit));
  return `CASE WHEN ${job}.owner_kind = 'message'
    THEN (SELECT ${sum} FROM ledger WHERE message_id = ${job}.owner_id)
    ELSE (SELECT ${sum} FROM ledger WHERE job_id = ${job}.id) END`;
};
