import type { SearchHit } from '../../../shared/chat';
import type { Database } from './driver';
import { searchWords, unfinishedWord } from './search-words';

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
  const unfinished = unfinishedWord(query);
  if (unfinished === null) return findMessages(database, searchWords(query), limit);
  const whole = findMessages(database, unfinished.asWhole, limit);
  const known = new Set(whole.map(({ messageId }) => messageId));
  const others = findMessages(database, unfinished.without, limit).filter(
    ({ messageId }) => !known.has(messageId),
  );
  return [...whole, ...others].slice(0, limit);
}

function findTitles(database: Database, query: string, limit: number): SearchHit[] {
  const pattern = `%${query.replace(/[\\%_]/g, '\\$&')}%`;
  return database.all<SearchHit>(
    `SELECT id AS conversationId, title, NULL AS messageId, title AS snippet, updated_at AS at
     FROM conversations WHERE removed_at IS NULL AND title LIKE ? ESCAPE '\\'
     ORDER BY updated_at DESC LIMIT ?`,
    pattern,
    limit,
  );
}

/** The best rows are chosen by the index alone; only they are loaded and get snippets. */
function findMessages(database: Database, words: string, limit: number): SearchHit[] {
  if (words === '') return [];
  return database.all<SearchHit>(
    `SELECT c.id AS conversationId, c.title, m.id AS messageId, m.created_at AS at,
       snippet(messages_text, 0, char(2), char(3), '…', 14) AS snippet
     FROM messages_text JOIN messages m ON m.seq = messages_text.rowid
       JOIN conversations c ON c.id = m.conversation_id
     WHERE messages_text MATCH ? AND m.removed_at IS NULL AND c.removed_at IS NULL
     ORDER BY messages_text.rowid DESC LIMIT ?`,
    words,
    limit,
  );
}
