import type { Microcredits } from '../../shared/credits';
import type { LedgerRow } from '../../shared/ledger';
import type { LedgerReport } from '../core/ports';
import type { Database } from './driver';
import { pastCalls } from './ledger-past';
import { KIND, selectionOf } from './ledger-selection';
import { chats, days, groups, sums } from './ledger-sums';

const COLUMNS = `id, at, profile_id AS profileId, operation, ${KIND} AS kind, model, used, remaining, outcome,
  status_code AS statusCode, request_id AS requestId, total_ms AS totalMs, conversation_id AS conversationId,
  message_id AS messageId, job_id AS jobId`;

/** The ledger as a person reads it. */
export function createLedgerReport(database: Database): LedgerReport {
  return {
    page(filter, cursor, limit) {
      const { where, params } = selectionOf(filter);
      const rows = database.all<LedgerRow>(
        `SELECT ${COLUMNS} FROM ledger WHERE ${where} AND id < ? ORDER BY id DESC LIMIT ?`,
        ...[...params, Number(cursor ?? Number.MAX_SAFE_INTEGER) || 0, limit + 1],
      );
      const total = database.get<{ total: number; used: Microcredits }>(
        `SELECT count(*) AS total, coalesce(sum(used), 0) AS used FROM ledger WHERE ${where}`,
        ...params,
      );
      const shown = rows.slice(0, limit);
      return {
        rows: shown,
        nextCursor: rows.length > limit ? String(shown.at(-1)?.id) : null,
        total: total?.total ?? 0,
        used: total?.used ?? (0 as Microcredits),
      };
    },
    sums: (filter) => sums(database, filter),
    groups: (filter, by, offsetMinutes) => groups(database, filter, by, offsetMinutes),
    days: (filter, offsetMinutes) => days(database, filter, offsetMinutes),
    chats: (filter, cursor, limit) => chats(database, filter, cursor, limit),
    models: () =>
      database
        .all<{ model: string }>('SELECT DISTINCT model FROM ledger WHERE model IS NOT NULL ORDER BY model')
        .map(({ model }) => model),
    pastCalls: (profileId, model, kind, limit) => pastCalls(database, profileId, model, kind, limit),
    spentSince: (profileId, from) =>
      database.get<{ spent: Microcredits }>(
        `SELECT coalesce(sum(used), 0) AS spent FROM ledger
         WHERE profile_id = ? AND at >= ? AND outcome <> 'outside'`,
        profileId,
        from,
      )?.spent ?? (0 as Microcredits),
    rows(filter) {
      const { where, params } = selectionOf(filter);
      return database.all<LedgerRow>(`SELECT ${COLUMNS} FROM ledger WHERE ${where} ORDER BY id`, ...params);
    },
  };
}
