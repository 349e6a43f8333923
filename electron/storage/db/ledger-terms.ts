/**
 * What the figures of the ledger mean, and which rows a selection takes. Every query takes these terms from
 * here, so that all pages say the same.
 */
import { modalities } from '../../../shared/modalities/modalities';
import { firstUnit } from '../../../shared/money/money-units';
import type { LedgerFilter } from '../../core/ports/ledger';
import { moneySum } from './cost-sql';
import type { SqlValue } from './driver';
import { nameOf, outerId, seqOfName } from './ids';

/** No call of this app explains it: another program with the same key, or credits that were added. */
export const IS_OUTSIDE = "outcome = 'outside'";

/** A request of this app; the other rows are what a balance showed. */
export const IS_CALL = "outcome IN ('answered', 'refused', 'unknown')";

/** What this app's own calls cost, as far as it is known. */
export const SPENT = moneySum(`iif(${IS_OUTSIDE}, 0, used)`);

/** What the balance lost that no call of this app explains; negative where credits were added. */
export const OUTSIDE = moneySum(`iif(${IS_OUTSIDE}, used, 0)`);

/** The catalogue is free by the gateway's interface, so asking for it is never in doubt. */
const IS_OF_CATALOGUE = "operation_seq IN (SELECT seq FROM names WHERE name GLOB 'models.*')";

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
export const IS_UNKNOWN = `${COST_NOT_REPORTED} AND NOT EXISTS (SELECT 1 FROM ledger_rows later
  WHERE later.profile_seq = ledger.profile_seq AND later.unit = ledger.unit AND later.outcome = 'reconciled'
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
        `NOT EXISTS (SELECT 1 FROM ledger_rows settled WHERE settled.${column} = ${row}.${column} AND settled.outcome = 'reconciled')`,
    ),
  ].join(' AND ');

/**
 * Reading the catalogue or the balance is free, and so is polling a job unless the answer names a charge. A poll of unknown cost is
 * shown: it may have been charged.
 */
const ABOUT_MONEY = `NOT ((${IS_OF_CATALOGUE} AND coalesce(used, 0) = 0)
  OR (operation_seq IN (SELECT seq FROM names WHERE name GLOB 'jobs.*' OR name = 'account.balance') AND used IS 0))`;

const OF_JOB = "coalesce((SELECT modality FROM jobs WHERE jobs.id = ledger.job_id), 'other')";
const DIRECT = Object.values(modalities).map(
  ({ id, operation }) => `WHEN ${seqOfName(`'${operation}'`)} THEN '${id}'`,
);

/** What a row was for, see `LedgerKind`: polls of a job, and its later charge, count as its modality. */
export const KIND = `CASE operation_seq ${DIRECT.join(' ')}
  WHEN ${seqOfName("'outside'")} THEN 'outside' ELSE
  CASE WHEN conversation_seq IS NOT NULL THEN 'chat' WHEN job_id IS NOT NULL THEN ${OF_JOB} ELSE 'other' END END`;

/** What of a row becomes an `UnknownCall`. */
export const UNKNOWN_CALL = `at, ${nameOf('conversation_seq')} AS conversationId, ${outerId('message_id')} AS messageId,
  job_id AS jobId, ${nameOf('model_seq')} AS model`;

export interface Selection {
  readonly where: string;
  readonly params: readonly SqlValue[];
}

/** The rows of a filter, as a condition on the rows of the ledger, which go by the name `ledger`. */
export function selectionOf(filter: LedgerFilter): Selection {
  const { profileId, operation, kind, model, outcome, unit, from, to } = filter;
  const conditions: readonly [string, SqlValue | undefined][] = [
    [`profile_seq = ${seqOfName('?')}`, profileId],
    [`operation_seq = ${seqOfName('?')}`, operation],
    [`${KIND} = ?`, kind],
    [`model_seq = ${seqOfName('?')}`, model],
    ['outcome = ?', outcome],
    ['unit = ?', unit],
    ['at >= ?', from],
    ['at <= ?', to],
  ];
  const set = conditions.filter((one): one is [string, SqlValue] => one[1] !== undefined);
  return {
    where: [ABOUT_MONEY, ...set.map(([sql]) => sql)].join(' AND '),
    params: set.map(([, value]) => value),
  };
}

/** The same of one unit, the first where the filter names none: only amounts of one unit can be added. */
export const countedSelectionOf = (filter: LedgerFilter): Selection =>
  selectionOf({ ...filter, unit: filter.unit ?? firstUnit });

/** The same, without charges that no call of this app explains, unless only those are requested. */
export function ownSelectionOf(filter: LedgerFilter): Selection {
  const { where, params } = countedSelectionOf(filter);
  const isOutside = filter.outcome === 'outside' || filter.kind === 'outside';
  return { where: isOutside ? where : `${where} AND NOT ${IS_OUTSIDE}`, params };
}
