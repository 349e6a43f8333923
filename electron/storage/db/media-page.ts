/** Pages of the library: the newest results first, or those of a group beside each other. */
import type { MediaPage } from '../../../shared/media/media';
import type { MediaFilter } from '../../core/ports/media-store';
import type { Database, SqlValue } from './driver';
import { type Condition, conditionsOf, matching } from './media-filter';
import { type MediaRow, mediaColumns, toMediaItem } from './media-row';
import { catchUp, searchWords } from './search-index';

/**
 * The newest results that fit the filter, and how many there are.
 *
 * @param cursor `nextCursor` of the page before; `null` for the first
 */
export function mediaPage(
  database: Database,
  filter: MediaFilter,
  cursor: string | null,
  limit: number,
): MediaPage {
  const words = searchWords(filter.query ?? '');
  if (words !== '') catchUp(database, 'media');
  const conditions = conditionsOf(filter);
  if (filter.groups !== undefined) {
    const { sql, params } = matching(words, conditions);
    const found = database.all<Found>(`SELECT m.id, m.seq ${sql}`, ...params);
    return groupedPage(database, inGroups(found, filter.groups), cursor, limit);
  }
  const before = { sql: 'm.seq < ?', value: Number(cursor ?? Number.MAX_SAFE_INTEGER) || 0 };
  const { sql, params } = matching(words, [...conditions, before]);
  // In the order of the table that is read first, so that the reading ends with the page.
  const order = words === '' ? 'm.seq' : 'media_words.rowid';
  const rows = database.all<MediaRow>(
    `SELECT ${mediaColumns} ${sql} ORDER BY ${order} DESC LIMIT ?`,
    ...[...params, limit + 1],
  );
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(toMediaItem),
    nextCursor: rows.length > limit && last ? String(last.seq) : null,
    total: countOf(database, words, conditions),
  };
}

function countOf(database: Database, words: string, conditions: readonly Condition[]): number {
  const count = (sql: string, params: readonly SqlValue[]) =>
    database.get<{ total: number }>(`SELECT count(*) AS total ${sql}`, ...params)?.total ?? 0;
  if (words === '' || conditions.length > 0) {
    const { sql, params } = matching(words, conditions);
    return count(sql, params);
  }
  // The index alone counts many matches in a fifth of the time. It has the deleted results too; they are few, so
  // they are read first: the plus stops SQLite from looking them up by `seq`.
  const matches = 'FROM media_words WHERE media_words MATCH ?';
  const removed = `FROM media WHERE removed_at IS NOT NULL AND +seq IN (SELECT rowid ${matches})`;
  return count(matches, [words]) - count(removed, [words]);
}

interface Found {
  readonly id: string;
  readonly seq: number;
}

interface Grouped extends Found {
  /** The newest of its group: it is their name, and says where they come. */
  readonly newest: Found;
}

/** The group with the newest result first, and in each the newest. */
function inGroups(found: readonly Found[], groups: readonly (readonly string[])[]): readonly Grouped[] {
  const byId = new Map(found.map((one) => [one.id, one]));
  return groups
    .flatMap((ids) => {
      const own = ids.flatMap((id) => byId.get(id) ?? []).sort((one, other) => other.seq - one.seq);
      return own.flatMap((one) => (own[0] === undefined ? [] : { ...one, newest: own[0] }));
    })
    .sort((one, other) => other.newest.seq - one.newest.seq || other.seq - one.seq);
}

function groupedPage(
  database: Database,
  all: readonly Grouped[],
  cursor: string | null,
  limit: number,
): MediaPage {
  const [newest = 0, seq = 0] = cursor === null ? [Infinity] : cursor.split('.').map(Number);
  const after = all.filter((one) => one.newest.seq < newest || (one.newest.seq === newest && one.seq < seq));
  const shown = after.slice(0, limit);
  const last = shown.at(-1);
  const rows = database.all<MediaRow>(
    `SELECT ${mediaColumns} FROM media m WHERE m.seq IN (SELECT value FROM json_each(?))`,
    JSON.stringify(shown.map((one) => one.seq)),
  );
  const items = new Map(rows.map((row) => [row.seq, toMediaItem(row)]));
  return {
    items: shown.flatMap((one) => items.get(one.seq) ?? []),
    groups: shown.flatMap((one) => (items.has(one.seq) ? one.newest.id : [])),
    nextCursor: after.length > limit && last ? `${last.newest.seq}.${last.seq}` : null,
    total: all.length,
  };
}
