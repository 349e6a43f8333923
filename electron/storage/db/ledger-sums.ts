import type {
  ChatCost,
  ChatCostPage,
  LedgerDay,
  LedgerGroup,
  LedgerSums,
} from '../../../shared/money/ledger';
import type { Amount } from '../../../shared/money/money';
import type { LedgerFilter } from '../../core/ports/ledger';
import { moneySum } from './cost-sql';
import type { Database, SqlValue } from './driver';
import { nameOf } from './ids';
import {
  countedSelectionOf,
  IS_CALL,
  IS_OUTSIDE,
  IS_UNKNOWN,
  KIND,
  ownSelectionOf,
  SPENT,
} from './ledger-terms';

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
     FROM ledger_rows ledger WHERE ${where}`,
    ...params,
  );
  return found ?? NONE;
}

type By = 'day' | 'model' | 'operation' | 'kind' | 'profile';

const KEYS: Readonly<Record<Exclude<By, 'day'>, string>> = {
  model: `coalesce(${nameOf('model_seq')}, '')`,
  operation: nameOf('operation_seq'),
  kind: KIND,
  profile: nameOf('profile_seq'),
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
    database.get<{ at: number | null }>(`SELECT ${which}(at) AS at FROM ledger_rows`)?.at ?? 0;
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
    `SELECT ${by === 'day' ? day?.sql : KEYS[by]} AS "key", ${moneySum('used')} AS used, ${CALLS} FROM ledger_rows ledger
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
    `SELECT ${day.sql} AS day, ${nameOf('model_seq')} AS model, ${KIND} AS kind, ${moneySum('used')} AS used, ${CALLS} FROM ledger_rows ledger
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
    `SELECT n.name AS conversationId, l.used, l.calls, l.unknown, l.firstAt, l.lastAt, c.title FROM (
       SELECT conversation_seq, ${moneySum('used')} AS used, ${CALLS},
         sum(${IS_UNKNOWN}) AS unknown, min(at) AS firstAt, max(at) AS lastAt
       FROM ledger_rows ledger WHERE conversation_seq IS NOT NULL AND ${where}
       GROUP BY conversation_seq ORDER BY used DESC, lastAt DESC LIMIT ? OFFSET ?) l
     JOIN names n ON n.seq = l.conversation_seq LEFT JOIN conversations c ON c.id = n.name AND c.removed_at IS NULL
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

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** An SQL expression for the number of a row's day since 1970, and its parameters. */
interface DayNumber {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

/** Days counted at a fixed number of minutes ahead of UTC. */
const daysAt = (offsetMinutes: number): DayNumber => ({
  sql: `(at + ?) / ${DAY_MS}`,
  params: [offsetMinutes * MINUTE_MS],
});

/**
 * Days in this computer's time zone, between two times. Its offset from UTC changes with the season; asking SQLite for
 * the local date of every row takes ten times as long as listing the few moments at which it changed.
 */
export function localDays(from: number, to: number): DayNumber {
  const changes = offsetChanges(from, to);
  const first = offsetOf(from);
  if (changes.length === 0) return daysAt(first / MINUTE_MS);
  const cases = changes.map(() => 'WHEN at >= ? THEN ?').join(' ');
  const newestFirst = changes.toReversed().flatMap(({ at, offset }) => [at, offset]);
  return { sql: `(at + CASE ${cases} ELSE ? END) / ${DAY_MS}`, params: [...newestFirst, first] };
}

/** `2026-11-20`. */
export const dayName = (dayNumber: number): string => new Date(dayNumber * DAY_MS).toISOString().slice(0, 10);

const offsetOf = (at: number): number => -new Date(at).getTimezoneOffset() * MINUTE_MS;

interface OffsetChange {
  /** The first moment of the new offset. */
  readonly at: number;
  readonly offset: number;
}

function offsetChanges(from: number, to: number): readonly OffsetChange[] {
  const changes: OffsetChange[] = [];
  for (let before = from; before < to; before += DAY_MS) {
    const after = Math.min(before + DAY_MS, to);
    if (offsetOf(before) !== offsetOf(after)) changes.push(changeBetween(before, after));
  }
  return changes;
}

function changeBetween(before: number, after: number): OffsetChange {
  let [low, high] = [before, after];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetOf(middle) === offsetOf(before)) low = middle;
    else high = middle;
  }
  return { at: high, offset: offsetOf(high) };
}
