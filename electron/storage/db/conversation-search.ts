import type { SearchHit } from '../../../shared/chat/chat';
import { foldText, foldWithPlaces, searchTerms, termPattern } from '../../../shared/text/search-text';
import type { Database } from './driver';
import { outerId } from './ids';
import { textOfMessage } from './message-parts';
import { catchUp, searchWords, unfinishedWord } from './search-index';

/** Titles first, then messages by relevance; the snippet's marks are U+0002 and U+0003. */
export function searchConversations(
  database: Database,
  query: string,
  limit: number,
  of?: 'titles' | 'messages',
): readonly SearchHit[] {
  const titles = of === 'messages' ? [] : findTitles(database, query, limit);
  if (of === 'titles') return titles;
  if (titles.length >= limit) return titles;
  return [...titles, ...findInMessages(database, query, limit - titles.length)];
}

/**
 * A last word of one letter is most often one that is being typed. To find all that begins with it takes longer than
 * with any other word, so those with the letter as a word come first, and then those with the other words. A letter
 * alone finds only the first.
 */
function findInMessages(database: Database, query: string, limit: number): SearchHit[] {
  catchUp(database, 'messages');
  const unfinished = unfinishedWord(query);
  const find = (words: string) => findMessages(database, words, { query, limit });
  if (unfinished === null) return find(searchWords(query));
  const whole = find(unfinished.asWhole);
  const known = new Set(whole.map(({ messageId }) => messageId));
  const others = find(unfinished.without).filter(({ messageId }) => !known.has(messageId));
  return [...whole, ...others].slice(0, limit);
}

/** Quotes and apostrophes have a form for each keyboard, which nobody means: messages are found without them too. */
const betweenWords = /[\s"'‘’‚“”„«»]+/;

/** Titles that hold each word, anywhere. */
function findTitles(database: Database, query: string, limit: number): SearchHit[] {
  catchUp(database, 'titles');
  const words = foldText(query).split(betweenWords).filter(Boolean);
  if (words.length === 0) return [];
  const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
  const matches = words.map(() => "search_title LIKE ? ESCAPE '\\'").join(' AND ');
  return database.all<SearchHit>(
    `SELECT id AS conversationId, title, NULL AS messageId, title AS snippet, updated_at AS at
     FROM conversations WHERE removed_at IS NULL AND ${matches}
     ORDER BY updated_at DESC LIMIT ?`,
    ...patterns,
    limit,
  );
}

/** The best rows are chosen by the index alone; only they are loaded and get snippets. */
function findMessages(
  database: Database,
  words: string,
  { query, limit }: { readonly query: string; readonly limit: number },
): SearchHit[] {
  if (words === '') return [];
  const found = database.all<Omit<SearchHit, 'snippet'> & { seq: number }>(
    `SELECT c.id AS conversationId, c.title, ${outerId('m.id')} AS messageId, m.created_at AS at, m.seq
     FROM messages_words JOIN message_rows m ON m.seq = messages_words.rowid
       JOIN conversations c ON c.seq = m.conversation_seq
     WHERE messages_words MATCH ? AND m.removed_at IS NULL AND c.removed_at IS NULL
     ORDER BY messages_words.rowid DESC LIMIT ?`,
    words,
    limit,
  );
  return found.map(({ seq, ...hit }) => ({
    ...hit,
    snippet: searchSnippet(textOfMessage(database, seq), query),
  }));
}

/** Before the first match and in all, in characters. */
const BEFORE = 32;
const LENGTH = 140;
/** A text is read in pieces of this length until one holds a match: a message may have a million characters. */
const PIECE = 20_000;
const OVERLAP = 200;

/**
 * The part of a text around the first of what was searched for.
 * @returns at most about `LENGTH` characters, the matches enclosed in U+0002 and U+0003
 */
function searchSnippet(text: string, query: string): string {
  const patterns = searchTerms(query).map(termPattern);
  for (let at = 0; at < text.length; at += PIECE - OVERLAP) {
    const piece = text.slice(at, at + PIECE);
    const matches = findMatches(piece, patterns);
    const [first] = matches;
    if (first === undefined) continue;
    return around(
      text,
      at + first.start,
      matches.map(({ start, end }) => ({ start: at + start, end: at + end })),
    );
  }
  return around(text, 0, []);
}

interface Match {
  readonly start: number;
  readonly end: number;
}

/** In order of where they begin, none inside another; places are those of the text as it is written. */
function findMatches(text: string, patterns: readonly RegExp[]): readonly Match[] {
  const { folded, startOf, endOf } = foldWithPlaces(text);
  const found = patterns.flatMap((pattern) =>
    [...folded.matchAll(pattern)].map(({ index, 0: match }) => ({
      start: startOf(index),
      end: endOf(index + match.length - 1),
    })),
  );
  found.sort((one, other) => one.start - other.start || other.end - one.end);
  return found.filter(
    ({ end }, at) => end > Math.max(0, ...found.slice(Math.max(0, at - 8), at).map((one) => one.end)),
  );
}

function around(text: string, at: number, matches: readonly Match[]): string {
  const from = at <= BEFORE ? 0 : wholeFrom(text, at - BEFORE);
  const to = wholeFrom(text, Math.min(text.length, from + LENGTH));
  let snippet = from > 0 ? '…' : '';
  let last = from;
  for (const { start, end } of matches.filter((match) => match.end <= to)) {
    snippet += `${text.slice(last, start)}\u0002${text.slice(start, end)}\u0003`;
    last = end;
  }
  return `${snippet}${text.slice(last, to)}${to < text.length ? '…' : ''}`;
}

/** Never between the halves of a character. */
function wholeFrom(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at;
}
