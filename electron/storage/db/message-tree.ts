/** The tree that the messages of a chat form: a branch, its end, what is below a message. */
import type { Message, MessagePage } from '../../../shared/chat';
import type { Database } from './driver';
import { HAS_FILES, readParts } from './message-parts';
import { MESSAGE_COLUMNS, type MessageRow, readMessages, usageOf } from './message-row';

export function pathEndingIn(
  database: Database,
  conversationId: string,
  leafId: string,
  limit: number,
): MessagePage {
  const rows = database.all<MessageRow>(
    `WITH RECURSIVE path (id, parent_id, depth) AS (
       SELECT id, parent_id, 0 FROM messages WHERE id = ? AND conversation_id = ?
       UNION ALL
       SELECT up.id, up.parent_id, depth + 1 FROM path JOIN messages up ON up.id = path.parent_id WHERE depth < ?
     )
     SELECT ${MESSAGE_COLUMNS} FROM path JOIN messages m ON m.id = path.id ORDER BY depth DESC`,
    leafId,
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
  type Sized = Pick<MessageRow, 'seq' | 'id' | 'model' | 'prompt_tokens' | 'completion_tokens'>;
  const rows = database.all<Sized>(
    `WITH RECURSIVE path (id, depth, is_counted, is_pictured) AS (
       SELECT id, 0, ${IS_COUNTED}, ${HAS_FILES} FROM messages m WHERE id = ? AND conversation_id = ?
       UNION ALL
       SELECT m.id, depth + 1, is_counted OR ${IS_COUNTED}, is_pictured OR ${HAS_FILES}
         FROM path JOIN messages below ON below.id = path.id JOIN messages m ON m.id = below.parent_id
         WHERE NOT (is_counted AND is_pictured)
           AND (below.prompt_tokens IS NULL OR below.completion_tokens IS NULL OR below.model IS NOT ?)
     )
     SELECT m.seq, m.id, model, prompt_tokens, completion_tokens FROM path JOIN messages m ON m.id = path.id ORDER BY depth DESC`,
    leafId,
    conversationId,
    model,
  );
  const parts = readParts(database, rows);
  return rows.map((row) => ({
    parts: parts.get(row.seq) ?? [],
    model: row.model,
    usage: usageOf(row),
  }));
}

/** The whole subtree carries the same mark, so that restoring one deletion leaves an earlier one alone. */
export function setRemoved(database: Database, id: string, at: number | null): void {
  const before = database.get<{ removed_at: number | null }>(
    'SELECT removed_at FROM messages WHERE id = ?',
    id,
  );
  database.run(
    `WITH RECURSIVE below (id, conversation_id) AS (
       SELECT id, conversation_id FROM messages WHERE id = ?
       UNION ALL
       SELECT child.id, child.conversation_id FROM below JOIN messages child
         ON child.conversation_id = below.conversation_id AND child.parent_id = below.id
     )
     UPDATE messages SET removed_at = ? WHERE id IN (SELECT id FROM below) AND removed_at IS ?`,
    id,
    at,
    before?.removed_at ?? null,
  );
}

export function newestLeafBelow(database: Database, id: string): string {
  const row = database.get<{ id: string }>(
    `WITH RECURSIVE down (id, depth) AS (
       SELECT ?, 0
       UNION ALL
       SELECT (SELECT child.id FROM messages child JOIN messages parent ON parent.id = down.id
               WHERE child.conversation_id = parent.conversation_id AND child.parent_id = down.id
                 AND child.removed_at IS NULL
               ORDER BY child.seq DESC LIMIT 1), depth + 1
       FROM down WHERE down.id IS NOT NULL
     )
     SELECT id FROM down WHERE id IS NOT NULL ORDER BY depth DESC LIMIT 1`,
    id,
  );
  return row?.id ?? id;
}

export function isAtOrBelow(database: Database, id: string, ancestorId: string): boolean {
  const found = database.get(
    `WITH RECURSIVE up (id, parent_id) AS (
       SELECT id, parent_id FROM messages WHERE id = ?1
       UNION
       SELECT m.id, m.parent_id FROM messages m JOIN up ON m.id = up.parent_id WHERE up.id <> ?2
     )
     SELECT 1 FROM up WHERE id = ?2`,
    id,
    ancestorId,
  );
  return found !== undefined;
}
