import { modalities } from '../../../shared/modalities/modalities';
import { firstUnit } from '../../../shared/money/money-units';
import type { LedgerFilter } from '../../core/ports/ledger';
import type { SqlValue } from './driver';
import { IS_OF_CATALOGUE, IS_OUTSIDE } from './ledger-terms';

/**
 * Reading the catalogue or the balance is free, and so is polling a job unless the answer names a charge. A poll of unknown cost is
 * shown: it may have been charged.
 */
const ABOUT_MONEY = `NOT ((${IS_OF_CATALOGUE} AND coalesce(used, 0) = 0)
  OR ((operation LIKE 'jobs.%' OR operation = 'account.balance') AND used IS 0))`;

const OF_JOB = "coalesce((SELECT modality FROM jobs WHERE jobs.id = ledger.job_id), 'other')";
const DIRECT = Object.values(modalities).map(({ id, operation }) => `WHEN '${operation}' THEN '${id}'`);

/** What a row was for, see `LedgerKind`: polls of a job, and its later charge, count as its modality. */
export const KIND = `CASE operation ${DIRECT.join(' ')}
  WHEN 'outside' THEN 'outside' ELSE
  CASE WHEN conversation_id IS NOT NULL THEN 'chat' WHEN job_id IS NOT NULL THEN ${OF_JOB} ELSE 'other' END END`;

export interface Selection {
  readonly where: string;
  readonly params: readonly SqlValue[];
}

/** The rows of a filter, as a condition on the ledger. */
export function selectionOf(filter: LedgerFilter): Selection {
  const { profileId, operation, kind, model, outcome, unit, from, to } = filter;
  const conditions: readonly [string, SqlValue | undefined][] = [
    ['profile_id = ?', profileId],
    ['operation = ?', operation],
    [`${KIND} = ?`, kind],
    ['model = ?', model],
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
