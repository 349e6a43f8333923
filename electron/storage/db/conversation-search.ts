import type { SearchHit } from '../../../shared/chat/chat';
import { foldText } from '../../../shared/text/search-text';
import type { Database } from './driver';
import { outerId } from './ids';
import { passagesOfMessage } from './message-parts';
import { catchUp, searchWords, unfinishedWord } from './search-index';
import { foundIn } from './search-snippet';

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
  const found = database.all<Omit<SearchHit, 'snippet' | 'part'> & { seq: number }>(
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
    ...foundIn(passagesOfMessage(database, seq, hit.messageId ?? ''), query),
  }));
}
