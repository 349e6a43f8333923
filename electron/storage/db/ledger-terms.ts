/** What the figures of the ledger mean. Every query takes these terms from here, so that all pages say the same. */
import { moneySum } from './cost-sql';

/** No call of this app explains it: another program with the same key, or credits that were added. */
export const IS_OUTSIDE = "outcome = 'outside'";

/** A request of this app; the other rows are what a balance showed. */
export const IS_CALL = "outcome IN ('answered', 'refused', 'unknown')";

/** What this app's own calls cost, as far as it is known. */
export const SPENT = moneySum(`iif(${IS_OUTSIDE}, 0, used)`);

/** What the balance lost that no call of this app explains; negative where credits were added. */
export const OUTSIDE = moneySum(`iif(${IS_OUTSIDE}, used, 0)`);

/** The catalogue is free by the gateway's interface, so asking for it is never in doubt. */
export const IS_OF_CATALOGUE = "operation LIKE 'models.%'";

/**
 * No answer said what it cost; enough for the calls of a message or a job, which are never of the catalogue.
 *
 * @param row the name the ledger goes by in the query
 */
export const costNotReportedOf = (row: string): string =>
  `${row}.used IS NULL AND ${row}.outcome <> 'refused'`;

/** The same for calls of any kind. */
export const COST_NOT_REPORTED = `${costNotReportedOf('ledger')} AND NOT ${IS_OF_CATALOGUE}`;

/** It cost something, or no answer said that it was free. */
export const MAY_HAVE_COST = `used IS NOT 0 AND NOT (used IS NULL AND ${IS_OF_CATALOGUE})`;

/**
 * A call of unknown cost: no answer said it, no later balance of its account has shown it, and the gateway has not reported
 * it by the call's generation, which settles that call alone.
 */
export const IS_UNKNOWN = `${COST_NOT_REPORTED} AND NOT EXISTS (SELECT 1 FROM ledger later
  WHERE later.profile_id = ledger.profile_id AND later.unit = ledger.unit AND later.outcome = 'reconciled'
    AND later.id > ledger.id AND coalesce(later.generation_id = ledger.generation_id, later.generation_id IS NULL))`;

/**
 * The same for what one message or job cost: a balance that settled several calls at once says what all of them cost,
 * and not what this one did.
 *
 * @param row the name the ledger goes by in the query
 * @param columns `message_id`, `job_id`, or both
 */
export const isUnknownOf = (row: string, ...columns: readonly ('message_id' | 'job_id')[]): string =>
  [
    costNotReportedOf(row),
    ...columns.map(
      (column) =>
        `NOT EXISTS (SELECT 1 FROM ledger settled WHERE settled.${column} = ${row}.${column} AND settled.outcome = 'reconciled')`,
    ),
  ].join(' AND ');
