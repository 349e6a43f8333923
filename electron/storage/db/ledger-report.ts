import type { LedgerPage, LedgerRow } from '../../../shared/money/ledger';
import { type Amount, fromAmount } from '../../../shared/money/money';
import { moneyUnits } from '../../../shared/money/money-units';
import type { Account, LedgerReport, PastCall } from '../../core/ports/ledger';
import { costSum, moneySum, readCost } from './cost-sql';
import type { Database, SqlValue } from './driver';
import { nameOf, outerId, seqOfName } from './ids';
import { cacheSaved } from './ledger-cache';
import { chats, days, groups, sums } from './ledger-sums';
import { IS_UNKNOWN, KIND, SPENT, selectionOf } from './ledger-terms';

const COLUMNS = `id, at, ${nameOf('profile_seq')} AS profileId, ${nameOf('operation_seq')} AS operation, ${KIND} AS kind,
  ${nameOf('model_seq')} AS model,
  unit, used AS amount, remaining AS balance, outcome, status_code AS statusCode, request_id AS requestId, total_ms AS totalMs,
  ${nameOf('conversation_seq')} AS conversationId, ${outerId('message_id')} AS messageId, job_id AS jobId,
  prompt_tokens AS promptTokens, cached_tokens AS cachedTokens, completion_tokens AS completionTokens, reasoning_tokens AS reasoningTokens`;

/** The number of a name that is a parameter. */
const NAMED = seqOfName('?');

/** One step in the index for each profile and model: `DISTINCT` would read the whole ledger. */
const MODELS = `
  WITH RECURSIVE profile (seq) AS (
    SELECT min(profile_seq) FROM ledger_rows
    UNION ALL
    SELECT (SELECT min(profile_seq) FROM ledger_rows WHERE profile_seq > profile.seq) FROM profile WHERE seq IS NOT NULL
  ), used (profile_seq, model_seq) AS (
    SELECT seq, (SELECT min(model_seq) FROM ledger_rows WHERE profile_seq = profile.seq) FROM profile
      WHERE seq IS NOT NULL
    UNION ALL
    SELECT profile_seq,
      (SELECT min(model_seq) FROM ledger_rows WHERE profile_seq = used.profile_seq AND model_seq > used.model_seq)
    FROM used WHERE model_seq IS NOT NULL
  )
  SELECT name AS model FROM names WHERE seq IN (SELECT model_seq FROM used) ORDER BY name`;

/** Reads the ledger for the activity screen. */
export function createLedgerReport(database: Database): LedgerReport {
  const totalOf = createTotals(database);
  return {
    page(filter, cursor, limit) {
      const { where, params } = selectionOf(filter);
      const rows = database.all<LedgerRow>(
        `SELECT ${COLUMNS} FROM ledger_rows ledger WHERE ${where} AND id < ? ORDER BY id DESC LIMIT ?`,
        ...[...params, Number(cursor ?? Number.MAX_SAFE_INTEGER) || 0, limit + 1],
      );
      const total = totalOf(where, params);
      const shown = rows.slice(0, limit);
      return {
        rows: shown,
        nextCursor: rows.length > limit ? String(shown.at(-1)?.id) : null,
        ...total,
      };
    },
    sums: (filter) => sums(database, filter),
    groups: (filter, by, offsetMinutes) => groups(database, filter, by, offsetMinutes),
    days: (filter, offsetMinutes) => days(database, filter, offsetMinutes),
    chats: (filter, cursor, limit) => chats(database, filter, cursor, limit),
    cacheSaved: (filter, conversationId) => cacheSaved(database, filter, conversationId),
    models: () => database.all<{ model: string }>(MODELS).map(({ model }) => model),
    pastCalls: (account, model, kind, limit) => pastCalls(database, account, model, kind, limit),
    spentSince: ({ profileId, unit }, from) =>
      database.get<{ spent: Amount }>(
        `SELECT ${SPENT} AS spent FROM ledger_rows ledger WHERE profile_seq = ${NAMED} AND unit = ? AND at >= ?`,
        ...[profileId, unit, from],
      )?.spent ?? (0 as Amount),
    unsettledSince: (account, from) => unsettledSince(database, account, from),
    units(filter) {
      const { where, params } = selectionOf(filter);
      return moneyUnits.filter(
        (unit) =>
          database.get(
            `SELECT 1 FROM ledger_rows ledger WHERE unit = '${unit}' AND ${where} LIMIT 1`,
            ...params,
          ) !== undefined,
      );
    },
    rows(filter) {
      const { where, params } = selectionOf(filter);
      return database.all<LedgerRow>(
        `SELECT ${COLUMNS} FROM ledger_rows ledger WHERE ${where} ORDER BY id`,
        ...params,
      );
    },
  };
}

type Total = Pick<LedgerPage, 'total' | 'cost'>;

/** Sums a selection once for all its pages: rows are only ever added, so a sum holds until the next one is added. */
function createTotals(database: Database): (where: string, params: readonly SqlValue[]) => Total {
  let last: { readonly key: string; readonly total: Total } | null = null;
  return (where, params) => {
    const newest = database.get<{ id: number }>('SELECT max(id) AS id FROM ledger_rows')?.id ?? 0;
    const key = JSON.stringify([newest, where, params]);
    if (last?.key === key) return last.total;
    const found = database.get<{ total: number; cost: string }>(
      `SELECT count(*) AS total, ${costSum()} AS cost FROM ledger_rows ledger WHERE ${where}`,
      ...params,
    );
    const total = { total: found?.total ?? 0, cost: readCost(found?.cost ?? null) ?? [] };
    last = { key, total };
    return total;
  };
}

/** A job has a row for each part and for each poll that reported money; this many rows hold enough jobs. */
const ROWS_FOR_EACH = 6;

interface Row {
  readonly used: Amount;
  readonly low: Amount | null;
  readonly high: Amount | null;
  readonly units: number | null;
}

/** Recent charges, newest first. Charges of deleted chats and jobs count too. */
function pastCalls(
  database: Database,
  { profileId, unit }: Account,
  model: string,
  kind: 'chat' | 'media',
  limit: number,
): readonly PastCall[] {
  const rows = database.all<Row>(
    `SELECT ${moneySum('used')} AS used, max(estimate_from) AS low, max(estimate_to) AS high, max(units) AS units FROM (
       SELECT id, job_id, used, estimate_from, estimate_to, units FROM ledger_rows ledger
       WHERE profile_seq = ${NAMED} AND unit = ? AND model_seq = ${NAMED} AND outcome = 'answered' AND used > 0
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

// What calls of unknown cost were expected to take: the limits count them so, since unknown is not zero.

/** An answer of the same request, or a later one about the same job, said it. */
const IS_STATED = `EXISTS (SELECT 1 FROM ledger_rows again
    WHERE again.idempotency_key = ledger.idempotency_key AND again.id > ledger.id AND again.used IS NOT NULL)
  OR EXISTS (SELECT 1 FROM ledger_rows paid WHERE paid.job_id = ledger.job_id AND paid.used > 0)`;

/** The guard holds it, for the most it may cost. */
const IS_RUNNING = 'EXISTS (SELECT 1 FROM jobs WHERE jobs.id = ledger.job_id AND jobs.finished_at IS NULL)';

/** Each message, job or other call once: a job leaves several rows. */
const EXPECTED = `SELECT max(estimate_to) AS most FROM ledger_rows ledger
  WHERE profile_seq = ${NAMED} AND unit = ? AND at >= ? AND estimate_to > 0 AND ${IS_UNKNOWN}
    AND NOT (${IS_STATED}) AND NOT ${IS_RUNNING}
  GROUP BY coalesce(job_id, message_id, id)`;

/** See `LedgerReport.unsettledSince`. */
const unsettledSince = (database: Database, { profileId, unit }: Account, from: number): Amount =>
  database.get<{ most: Amount }>(`SELECT total(most) AS most FROM (${EXPECTED})`, ...[profileId, unit, from])
    ?.most ?? (0 as Amount);
