import type { Microcredits } from '../../shared/credits';
import type { LedgerGroup, LedgerRow } from '../../shared/ledger';
import type { LedgerFilter, LedgerReport } from '../core/ports';
import type { Database, SqlValue } from './driver';

const COLUMNS = `id, at, profile_id AS profileId, operation, model, used, remaining, outcome,
  status_code AS statusCode, request_id AS requestId, total_ms AS totalMs, conversation_id AS conversationId,
  job_id AS jobId`;

/** Free looks at the catalogue and at jobs say nothing about spending; everything else is worth reading. */
const WORTH_READING = "NOT (used = 0 AND (operation LIKE 'models.%' OR operation LIKE 'jobs.%'))";

/** The ledger as a person reads it. */
export function createLedgerReport(database: Database): LedgerReport {
  return {
    page(filter, cursor, limit) {
      const { where, params } = conditionsOf(filter);
      const rows = database.all<LedgerRow>(
        `SELECT ${COLUMNS} FROM ledger WHERE ${where} AND id < ? ORDER BY id DESC LIMIT ?`,
        ...[...params, Number(cursor ?? Number.MAX_SAFE_INTEGER) || 0, limit + 1],
      );
      const sums = database.get<{ total: number; used: Microcredits }>(
        `SELECT count(*) AS total, coalesce(sum(used), 0) AS used FROM ledger WHERE ${where}`,
        ...params,
      );
      const shown = rows.slice(0, limit);
      return {
        rows: shown,
        nextCursor: rows.length > limit ? String(shown.at(-1)?.id) : null,
        total: sums?.total ?? 0,
        used: sums?.used ?? (0 as Microcredits),
      };
    },
    groups: (filter, by, offsetMinutes) => groups(database, filter, by, offsetMinutes),
    spentSince: (profileId, from) =>
      database.get<{ spent: Microcredits }>(
        `SELECT coalesce(sum(used), 0) AS spent FROM ledger
         WHERE profile_id = ? AND at >= ? AND outcome <> 'outside'`,
        profileId,
        from,
      )?.spent ?? (0 as Microcredits),
    rows(filter) {
      const { where, params } = conditionsOf(filter);
      return database.all<LedgerRow>(`SELECT ${COLUMNS} FROM ledger WHERE ${where} ORDER BY id`, ...params);
    },
  };
}

function groups(
  database: Database,
  filter: LedgerFilter,
  by: 'day' | 'model' | 'operation',
  offsetMinutes: number,
) {
  const { where, params } = conditionsOf(filter);
  const keys = {
    day: "date(at / 1000 + ? * 60, 'unixepoch')",
    model: "coalesce(model, '')",
    operation: 'operation',
  } as const;
  const order = by === 'day' ? '"key"' : 'used DESC, "key"';
  return database.all<LedgerGroup>(
    `SELECT ${keys[by]} AS "key", coalesce(sum(used), 0) AS used, count(*) AS calls FROM ledger
     WHERE ${where} GROUP BY 1 ORDER BY ${order}`,
    ...(by === 'day' ? [offsetMinutes] : []),
    ...params,
  );
}

function conditionsOf({ profileId, operation, model, outcome, from, to }: LedgerFilter) {
  const conditions: readonly [string, SqlValue | undefined][] = [
    ['profile_id = ?', profileId],
    ['operation = ?', operation],
    ['model = ?', model],
    ['outcome = ?', outcome],
    ['at >= ?', from],
    ['at <= ?', to],
  ];
  const set = conditions.filter((one): one is [string, SqlValue] => one[1] !== undefined);
  return {
    where: [WORTH_READING, ...set.map(([sql]) => sql)].join(' AND '),
    params: set.map(([, value]) => value),
  };
}
