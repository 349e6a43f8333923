/**
 * Takes what was written into the index of words. Triggers note the rows that are not in it yet, in the transaction that
 * wrote them, so that none is forgotten, whoever wrote it: a chat, an import, a repair.
 */
import { unsearchedTypes } from '../../../shared/chat/searched-text';
import { foldText, searchTerms, wordsOfText } from '../../../shared/text/search-text';
import type { Database, SqlValue } from './driver';
import { passagesOfMessage } from './message-parts';
import { isDamage } from './storage-error';

export type SearchTable = 'messages' | 'media' | 'prompts';

const columns: Readonly<Record<SearchTable, readonly string[]>> = {
  messages: ['text'],
  media: ['prompt', 'model', 'file_name', 'note', 'tags'],
  prompts: ['name', 'tags', 'text'],
};
const tables = Object.keys(columns) as readonly SearchTable[];

/** Of one transaction: a few milliseconds, except for a text that alone is longer. */
const ROWS_OF_SLICE = 100;
const CHARACTERS_OF_SLICE = 200_000;
/** Before a search: more than is written between two of them, unless somebody imported an archive. */
const SLICES_BEFORE_SEARCH = 100;

/**
 * Indexes some of the rows that were written, the newest first.
 * @returns whether there may be more
 */
export function indexSome(database: Database): boolean {
  return tables.some((table) => indexRows(database, table)) || foldTitles(database) || noteParts(database);
}

/** Before a search. On a disk that takes nothing, the search finds what is indexed. */
export function catchUp(database: Database, table: SearchTable | 'titles'): void {
  const step = () => (table === 'titles' ? foldTitles(database) : indexRows(database, table));
  try {
    for (let slices = 0; slices < SLICES_BEFORE_SEARCH && step(); slices += 1);
  } catch (error) {
    if (isDamage(error)) throw error;
  }
}

/** Empties an index and notes all its rows again. */
export function forgetIndex(database: Database, table: SearchTable): void {
  database.exec(`INSERT INTO ${table}_words (${table}_words) VALUES ('delete-all')`);
  const only = table === 'messages' ? "WHERE status <> 'streaming'" : '';
  database.exec(`INSERT OR IGNORE INTO ${table}_unindexed SELECT seq FROM ${table} ${only}`);
}

type Row = Readonly<Record<string, SqlValue>>;

function indexRows(database: Database, table: SearchTable): boolean {
  const pending = `SELECT seq FROM ${table}_unindexed ORDER BY seq DESC LIMIT ${ROWS_OF_SLICE}`;
  if (database.get(`SELECT 1 FROM ${table}_unindexed LIMIT 1`) === undefined) return false;
  return database.transaction(() => {
    const marks = columns[table].map(() => '?').join(', ');
    let left = CHARACTERS_OF_SLICE;
    for (const { seq } of database.all<{ seq: number }>(pending)) {
      if (left < 0) break;
      const texts = textsOf(database, table, seq);
      database.run(`DELETE FROM ${table}_words WHERE rowid = ?`, seq);
      left -= texts?.join('').length ?? 0;
      if (texts !== undefined)
        database.run(
          `INSERT INTO ${table}_words (rowid, ${columns[table].join(', ')}) VALUES (?, ${marks})`,
          ...[seq, ...texts.map(wordsOfText)],
        );
      database.run(`DELETE FROM ${table}_unindexed WHERE seq = ?`, seq);
    }
    return true;
  });
}

/** Of one row, as its columns in the index; `undefined` where it is gone. */
function textsOf(database: Database, table: SearchTable, seq: number): readonly string[] | undefined {
  if (table === 'messages') {
    const isThere = database.get('SELECT 1 FROM message_rows WHERE seq = ?', seq) !== undefined;
    if (!isThere) return undefined;
    return [
      passagesOfMessage(database, seq, '')
        .map(({ text }) => text)
        .join('\n\n'),
    ];
  }
  const row = database.get<Row>(`SELECT ${columns[table].join(', ')} FROM ${table} WHERE seq = ?`, seq);
  return row && columns[table].map((column) => String(row[column] ?? ''));
}

/** A few milliseconds: what is read of each part is its type. */
const MESSAGES_OF_STEP = 2_000;

/** Of an earlier version only the texts are in the index: notes some messages that have more, the newest first. */
function noteParts(database: Database): boolean {
  const left = database.get<{ upTo: number }>('SELECT up_to AS upTo FROM parts_unindexed');
  if (left === undefined) return false;
  const from = left.upTo - MESSAGES_OF_STEP;
  database.transaction(() => {
    database.run(
      `INSERT OR IGNORE INTO messages_unindexed SELECT m.seq FROM message_rows m
       WHERE m.seq > ?1 AND m.seq <= ?2 AND m.status <> 'streaming' AND EXISTS (
         SELECT 1 FROM message_parts WHERE message_seq = m.seq AND type NOT IN (${UNNOTED}))`,
      ...[from, left.upTo],
    );
    database.run(
      from > 0 ? 'UPDATE parts_unindexed SET up_to = ?' : 'DELETE FROM parts_unindexed WHERE up_to > ?',
      from,
    );
  });
  return true;
}

const UNNOTED = ['text', ...unsearchedTypes].map((type) => `'${type}'`).join(', ');

function foldTitles(database: Database): boolean {
  const rows = database.all<{ id: string; title: string }>(
    `SELECT id, title FROM conversations WHERE search_title IS NULL LIMIT ${ROWS_OF_SLICE}`,
  );
  if (rows.length === 0) return false;
  database.transaction(() => {
    for (const { id, title } of rows)
      database.run('UPDATE conversations SET search_title = ? WHERE id = ?', foldText(title), id);
  });
  return true;
}

/**
 * A full-text query from typed text. Each word is quoted, so that nothing is read as the index's own syntax, and
 * matches as a prefix. Empty where there is nothing to search for.
 */
export const searchWords = (query: string): string => queryOf(searchTerms(query));

/** Of these the index has no list of what begins with them, and there is much of it; of other scripts there is little. */
const ONE_LETTER = /^[\p{Script=Latin}\p{N}]$/u;

/** Two queries where the last word is one letter: with it as a whole word, and without it, which may be empty. */
export function unfinishedWord(query: string): { readonly asWhole: string; readonly without: string } | null {
  const words = [...searchTerms(query)];
  const last = words.pop() ?? '';
  if (!ONE_LETTER.test(last)) return null;
  const without = queryOf(words);
  return { asWhole: `${without} ${quoted(last)}`.trim(), without };
}

const queryOf = (terms: readonly string[]): string => terms.map((term) => `${quoted(term)}*`).join(' ');

const quoted = (term: string): string => `"${wordsOfText(term).trim().replaceAll('"', '""')}"`;
