import type { ChatCost, ChatCostPage, LedgerDay, LedgerGroup, LedgerSums } from '../../../shared/ledger';
import type { Amount } from '../../../shared/money';
import type { LedgerFilter } from '../../core/ports/ledger';
import { moneySum } from './cost-sql';
import type { Database } from './driver';
import { countedSelectionOf, KIND, ownSelectionOf } from './ledger-selection';
import { IS_CALL, IS_OUTSIDE, IS_UNKNOWN, SPENT } from './ledger-terms';
import { type DayNumber, dayName, daysAt, localDays } from './local-days';

/** Nothing is `NULL` to a sum of no rows. */
const NONE: LedgerSums = {
  spent: 0 as Amount,
  outside: 0 as Amount,
  added: 0 as Amount,
  calls: 0,
  unknown: 0,
};

export function sums(database: Database, filter: LedgerFilter): LedgerSums {
  const { where, params } = countedSelectionOf(filter);
  const found = database.get<LedgerSums>(
    `SELECT ${SPENT} AS spent, coalesce(sum(${IS_CALL}), 0) AS calls, coalesce(sum(${IS_UNKNOWN}), 0) AS unknown,
       ${moneySum(`iif(${IS_OUTSIDE} AND used > 0, used, 0)`)} AS outside,
       ${moneySum(`iif(${IS_OUTSIDE} AND used < 0, -used, 0)`)} AS added
     FROM ledger WHERE ${where}`,
    ...params,
  );
  return found ?? NONE;
}

type By = 'day' | 'model' | 'operation' | 'kind' | 'profile';

const KEYS: Readonly<Record<Exclude<By, 'day'>, string>> = {
  model: "coalesce(model, '')",
  operation: 'operation',
  kind: KIND,
  profile: 'profile_id',
};

/** Outside changes count as calls if the filter selects only them. */
const CALLS = `sum(${IS_CALL} OR ${IS_OUTSIDE}) AS calls`;

/** Days in this computer's time zone where no offset is given. */
function dayNumber(
  database: Database,
  { from, to }: LedgerFilter,
  offsetMinutes: number | undefined,
): DayNumber {
  if (offsetMinutes !== undefined) return daysAt(offsetMinutes);
  const edge = (which: 'min' | 'max') =>
    database.get<{ at: number | null }>(`SELECT ${which}(at) AS at FROM ledger`)?.at ?? 0;
  return localDays(Math.max(from ?? 0, edge('min')), Math.min(to ?? Number.MAX_SAFE_INTEGER, edge('max')));
}

export function groups(
  database: Database,
  filter: LedgerFilter,
  by: By,
  offsetMinutes: number | undefined,
): readonly LedgerGroup[] {
  const { where, params } = ownSelectionOf(filter);
  const day = by === 'day' ? dayNumber(database, filter, offsetMinutes) : null;
  const found = database.all<LedgerGroup>(
    `SELECT ${by === 'day' ? day?.sql : KEYS[by]} AS "key", ${moneySum('used')} AS used, ${CALLS} FROM ledger
     WHERE ${where} GROUP BY 1 ORDER BY ${by === 'day' ? '"key"' : 'used DESC, "key"'}`,
    ...(day?.params ?? []),
    ...params,
  );
  return day === null ? found : found.map((group) => ({ ...group, key: dayName(Number(group.key)) }));
}

export function days(
  database: Database,
  filter: LedgerFilter,
  offsetMinutes: number | undefined,
): readonly LedgerDay[] {
  const { where, params } = ownSelectionOf(filter);
  const day = dayNumber(database, filter, offsetMinutes);
  const found = database.all<Omit<LedgerDay, 'day'> & { day: number }>(
    `SELECT ${day.sql} AS day, model, ${KIND} AS kind, ${moneySum('used')} AS used, ${CALLS} FROM ledger
     WHERE ${where} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    ...day.params,
    ...params,
  );
  return found.map((one) => ({ ...one, day: dayName(one.day) }));
}

/** The cursor is the number of groups before it: sums have no key to page by. */
export function chats(
  database: Database,
  filter: LedgerFilter,
  cursor: string | null,
  limit: number,
): ChatCostPage {
  const { where, params } = countedSelectionOf(filter);
  const before = Number(cursor ?? 0) || 0;
  const found = database.all<ChatCost>(
    `SELECT l.*, c.title FROM (
       SELECT conversation_id AS conversationId, ${moneySum('used')} AS used, ${CALLS},
         sum(${IS_UNKNOWN}) AS unknown, min(at) AS firstAt, max(at) AS lastAt
       FROM ledger WHERE conversation_id IS NOT NULL AND ${where}
       GROUP BY conversation_id ORDER BY used DESC, lastAt DESC LIMIT ? OFFSET ?) l
     LEFT JOIN conversations c ON c.id = l.conversationId AND c.removed_at IS NULL
     ORDER BY l.used DESC, l.lastAt DESC`,
    ...params,
    limit + 1,
    before,
  );
  return {
    chats: found.slice(0, limit),
    nextCursor: found.length > limit ? String(before + limit) : null,
  };
}
