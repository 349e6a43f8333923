import type { MediaPage } from '../../../shared/media';
import type { MediaFilter } from '../../core/ports/media-store';
import type { Database, SqlValue } from './driver';
import { type MediaRow, mediaColumns, toMediaItem } from './media-row';
import { catchUp } from './search-index';
import { searchWords } from './search-words';

interface Condition {
  readonly sql: string;
  readonly value: SqlValue;
}

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

/** Where there are words, the index is read first, and of the results only those that it names. */
function matching(words: string, conditions: readonly Condition[]) {
  const from =
    words === ''
      ? 'media m'
      : 'media_words CROSS JOIN media m ON m.seq = media_words.rowid AND media_words MATCH ?';
  const where = ['m.removed_at IS NULL', ...conditions.map(({ sql }) => sql)].join(' AND ');
  const values = conditions.map(({ value }) => value);
  return { sql: `FROM ${from} WHERE ${where}`, params: words === '' ? values : [words, ...values] };
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

function conditionsOf({ kind, model, from, to, starred }: MediaFilter): readonly Condition[] {
  const conditions: readonly { sql: string; value: SqlValue | undefined }[] = [
    { sql: 'm.kind = ?', value: kind },
    { sql: 'm.model = ?', value: model },
    { sql: 'm.created_at >= ?', value: from },
    { sql: 'm.created_at <= ?', value: to },
    { sql: 'm.is_starred = ?', value: starred === undefined ? undefined : Number(starred) },
  ];
  return conditions.filter((one): one is Condition => one.value !== undefined);
}
