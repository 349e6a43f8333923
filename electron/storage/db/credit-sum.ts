/**
 * Sums of credits in SQL.
 *
 * SQLite's `sum` of integers throws once it passes 2⁶³, and rows of earlier versions may hold amounts that large:
 * `total` adds as floating point, exact to 9 × 10⁹ credits, and never throws.
 */

/** The sum of the amounts, zero where there are none. */
export const creditSum = (amount: string): string => `total(${amount})`;

/** The sum of the amounts that are known; `NULL` where none is. */
export const knownCreditSum = (amount: string): string =>
  `CASE WHEN count(${amount}) = 0 THEN NULL ELSE total(${amount}) END`;

/** What a job cost; media of a chat reply were paid with the reply. @param job the alias of its row */
export const creditsOfJob = (job: string): string => `CASE WHEN ${job}.owner_kind = 'message'
    THEN (SELECT ${knownCreditSum('used')} FROM ledger WHERE message_id = ${job}.owner_id)
    ELSE (SELECT ${knownCreditSum('used')} FROM ledger WHERE job_id = ${job}.id) END`;
