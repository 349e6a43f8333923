/** The tree that the messages of a chat form: a branch, its end, what is below a message. */
import type { Message, MessagePage, OutlineEntry } from '../../../shared/chat/chat';
import type { Database } from './driver';
import { nameOf, outerId, type StoredId, seqOfChat, toOuterId, toStoredId } from './ids';
import { HAS_FILES, passagesOfMessage, readParts, textOfMessage } from './message-parts';
import { type CountColumn, MESSAGE_COLUMNS, type MessageRow, readMessages, usageOf } from './message-row';

/** More of a text is never shown in an outline. */
const OUTLINE_CHARACTERS = 200;

export function outline(database: Database, conversationId: string): readonly OutlineEntry[] {
  type Row = Omit<OutlineEntry, 'id' | 'parentId' | 'words'>;
  return database
    .all<Row & Readonly<{ seq: number; id: StoredId; parent: StoredId | null }>>(
      `SELECT m.seq, m.id, (SELECT up.id FROM message_rows up WHERE up.seq = m.parent_seq) AS parent, m.role,
         ${nameOf('m.model_seq')} AS model, m.status, m.created_at AS createdAt
       FROM message_rows m WHERE m.conversation_seq = ${seqOfChat('?')} AND m.removed_at IS NULL ORDER BY m.seq`,
      conversationId,
    )
    .map(({ seq, id, parent, ...entry }) => ({
      ...entry,
      id: toOuterId(id),
      parentId: parent && toOuterId(parent),
      words: wordsOfMessage(database, seq),
    }));
}

/** Of a message without text, what it says in its other parts. */
const wordsOfMessage = (database: Database, seq: number): string =>
  textOfMessage(database, seq, OUTLINE_CHARACTERS) ||
  (passagesOfMessage(database, seq, '')
    .find(({ text }) => text !== '')
    ?.text.slice(0, OUTLINE_CHARACTERS) ??
    '');

export function pathEndingIn(
  database: Database,
  conversationId: string,
  leafId: string,
  limit: number,
): MessagePage {
  const rows = database.all<MessageRow>(
    `WITH RECURSIVE path (seq, parent_seq, depth) AS (
       SELECT seq, parent_seq, 0 FROM message_rows WHERE id = ? AND conversation_seq = ${seqOfChat('?')}
       UNION ALL
       SELECT up.seq, up.parent_seq, depth + 1 FROM path JOIN message_rows up ON up.seq = path.parent_seq WHERE depth < ?
     )
     SELECT ${MESSAGE_COLUMNS} FROM path JOIN message_rows m ON m.seq = path.seq ORDER BY depth DESC`,
    toStoredId(leafId),
    conversationId,
    limit,
  );
  const hasMore = rows.length > limit;
  return {
    conversationId,
    messages: readMessages(database, hasMore ? rows.slice(1) : rows),
    hasMore,
  };
}

const IS_COUNTED = '(m.prompt_tokens IS NOT NULL AND m.completion_tokens IS NOT NULL)';

/** Reads what a person waits for while typing, so it stops as early as it can and joins nothing. */
export function endOfBranch(
  database: Database,
  conversationId: string,
  leafId: string,
  model: string,
): readonly Pick<Message, 'usage' | 'parts' | 'model'>[] {
  type Sized = Pick<MessageRow, 'seq' | 'id' | 'model' | CountColumn>;
  const named = database.get<{ seq: number }>('SELECT seq FROM names WHERE name = ?', model);
  const rows = database.all<Sized>(
    `WITH RECURSIVE path (seq, depth, is_counted, is_pictured) AS (
       SELECT seq, 0, ${IS_COUNTED}, ${HAS_FILES} FROM message_rows m WHERE id = ? AND conversation_seq = ${seqOfChat('?')}
       UNION ALL
       SELECT m.seq, depth + 1, is_counted OR ${IS_COUNTED}, is_pictured OR ${HAS_FILES}
         FROM path JOIN message_rows below ON below.seq = path.seq JOIN message_rows m ON m.seq = below.parent_seq
         WHERE NOT (is_counted AND is_pictured)
           AND (below.prompt_tokens IS NULL OR below.completion_tokens IS NULL OR below.model_seq IS NOT ?)
     )
     SELECT m.seq, ${outerId('m.id')} AS id, ${nameOf('m.model_seq')} AS model, prompt_tokens, completion_tokens,
       cached_tokens, reasoning_tokens, token_details
     FROM path JOIN message_rows m ON m.seq = path.seq ORDER BY depth DESC`,
    toStoredId(leafId),
    conversationId,
    // No message has a model of the number 0.
    named?.seq ?? 0,
  );
  const parts = readParts(database, rows);
  return rows.map((row) => ({
    parts: parts.get(row.seq) ?? [],
    model: row.model,
    usage: usageOf(row),
  }));
}

/** A message and all below it. @param columns of them */
const below = (
  columns: readonly string[],
  only = '1',
): string => `WITH RECURSIVE below (${columns.join(', ')}) AS (
    SELECT ${columns.join(', ')} FROM message_rows WHERE id = ? AND ${only}
    UNION ALL
    SELECT ${columns.map((column) => `child.${column}`).join(', ')} FROM below JOIN message_rows child
      ON child.conversation_seq = below.conversation_seq AND child.parent_seq = below.seq
    WHERE ${only === '1' ? only : `child.${only}`}
  )`;

/** The whole subtree carries the same mark, so that restoring one deletion leaves an earlier one alone. */
export function setRemoved(database: Database, id: string, at: number | null): void {
  const before = database.get<{ removed_at: number | null }>(
    'SELECT removed_at FROM message_rows WHERE id = ?',
    toStoredId(id),
  );
  database.run(
    `${below(['seq', 'conversation_seq'])}
     UPDATE message_rows SET removed_at = ? WHERE seq IN (SELECT seq FROM below) AND removed_at IS ?`,
    toStoredId(id),
    at,
    before?.removed_at ?? null,
  );
}

export function newestLeafBelow(database: Database, id: string): string {
  const row = database.get<{ id: string }>(
    `WITH RECURSIVE down (seq, depth) AS (
       SELECT seq, 0 FROM message_rows WHERE id = ?
       UNION ALL
       SELECT (SELECT child.seq FROM message_rows child JOIN message_rows parent ON parent.seq = down.seq
               WHERE child.conversation_seq = parent.conversation_seq AND child.parent_seq = down.seq
                 AND child.removed_at IS NULL
               ORDER BY child.seq DESC LIMIT 1), depth + 1
       FROM down WHERE down.seq IS NOT NULL
     )
     SELECT ${outerId('m.id')} AS id FROM down JOIN message_rows m ON m.seq = down.seq ORDER BY depth DESC LIMIT 1`,
    toStoredId(id),
  );
  return row?.id ?? id;
}

export function isAtOrBelow(database: Database, id: string, ancestorId: string): boolean {
  const found = database.get(
    `WITH RECURSIVE up (id, parent_seq) AS (
       SELECT id, parent_seq FROM message_rows WHERE id = ?1
       UNION
       SELECT m.id, m.parent_seq FROM message_rows m JOIN up ON m.seq = up.parent_seq WHERE up.id <> ?2
     )
     SELECT 1 FROM up WHERE id = ?2`,
    toStoredId(id),
    toStoredId(ancestorId),
  );
  return found !== undefined;
}

export function isUncalled(database: Database, id: string, count: number): boolean {
  const row = database.get<{ count: number; calls: number }>(
    `${below(['seq', 'conversation_seq', 'idempotency_key'], 'removed_at IS NULL')}
     SELECT count(*) AS count, count(idempotency_key) AS calls FROM below`,
    toStoredId(id),
  );
  return row?.count === count && row.calls === 0;
}
