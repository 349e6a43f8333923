import type { Message, MessagePage, OutlineEntry } from '../../../shared/chat/chat';
import { amountIn, withZero } from '../../../shared/money/cost';
import type { MessageStore, NewMessage, OrphanedReply, ReplyUpdate } from '../../core/ports/chat';
import type { Database } from './driver';
import { addParts, addResult, HAS_FILES, readParts, textOfMessage, writeParts } from './message-parts';
import {
  type CountColumn,
  logprobsOf,
  MESSAGE_COLUMNS,
  type MessageRow,
  readMessages,
  usageOf,
  writeLogprobs,
} from './message-row';

/** The profile of a chat's last reply that has one. @param conversation an SQL expression */
export const profileOfChat = (conversation: string): string =>
  `(SELECT r.profile_id FROM messages r WHERE r.conversation_id = ${conversation} AND r.profile_id IS NOT NULL
    ORDER BY r.seq DESC LIMIT 1)`;

/** Messages form a tree in each conversation; every query costs what it returns, not what the conversation holds. */
export function createMessageStore(database: Database): MessageStore {
  return {
    get(id) {
      const row = database.get<MessageRow>(`SELECT ${MESSAGE_COLUMNS} FROM messages m WHERE m.id = ?`, id);
      return row && readMessages(database, [row])[0];
    },
    logprobs: (id) => logprobsOf(database, id),
    insert: (message) => database.transaction(() => insert(database, message)),
    update: (reply) => database.transaction(() => update(database, reply)),
    tree(conversationId) {
      const query = `SELECT ${MESSAGE_COLUMNS} FROM messages m
        WHERE m.conversation_id = ? AND m.removed_at IS NULL ORDER BY m.seq`;
      return readMessages(database, database.all<MessageRow>(query, conversationId));
    },
    outline: (conversationId) => outline(database, conversationId),
    pathEndingIn: (conversationId, leafId, limit) => pathEndingIn(database, conversationId, leafId, limit),
    endOfBranch: (conversationId, leafId, model) => endOfBranch(database, conversationId, leafId, model),
    reopen(id, { profileId, model, idempotencyKey }) {
      database.run(
        "UPDATE messages SET status = 'streaming', is_held = 0, error = NULL, profile_id = ?, model = ?, idempotency_key = ? WHERE id = ?",
        profileId,
        model,
        idempotencyKey,
        id,
      );
    },
    setHeld(id, isHeld) {
      database.run('UPDATE messages SET is_held = ? WHERE id = ?', Number(isHeld), id);
    },
    lastProfileId: (conversationId) =>
      database.get<{ id: string | null }>(`SELECT ${profileOfChat('?')} AS id`, conversationId)?.id ?? null,
    idempotencyKey: (id) =>
      database.get<{ key: string | null }>('SELECT idempotency_key AS key FROM messages WHERE id = ?', id)
        ?.key ?? null,
    addResult: (id, result) => addResult(database, id, result),
    shareMedia: (fromId, withId) => shareMedia(database, fromId, withId),
    setRemoved: (id, at) => setRemoved(database, id, at),
    purgeRemoved() {
      database.run('DELETE FROM messages WHERE removed_at IS NOT NULL');
    },
    newestLeafBelow: (id) => newestLeafBelow(database, id),
    isUncalled: (id, count) => isUncalled(database, id, count),
    isAtOrBelow: (id, ancestorId) => isAtOrBelow(database, id, ancestorId),
    firstReplyTo: (id) =>
      database.get<{ id: string }>(
        `SELECT reply.id FROM messages asked JOIN messages reply
           ON reply.conversation_id = asked.conversation_id AND reply.parent_id = asked.id
         WHERE asked.id = ? ORDER BY reply.seq LIMIT 1`,
        id,
      )?.id ?? null,
    orphanedReplies: () =>
      database
        .all<Omit<OrphanedReply, 'isHeld'> & { readonly isHeld: number }>(
          `SELECT id, conversation_id AS conversationId, profile_id AS profileId, model,
             idempotency_key AS idempotencyKey, is_held AS isHeld FROM messages WHERE status = 'streaming'`,
        )
        .map((row) => ({ ...row, isHeld: row.isHeld === 1 })),
  };
}

function insert(database: Database, message: NewMessage): void {
  const { seq = 0 } =
    database.get<{ seq: number }>(
      `INSERT INTO messages (id, conversation_id, parent_id, role, status, model, profile_id, idempotency_key,
       created_at, is_cost_stated, stated_credits, stated_dollars, change, asked_format) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       RETURNING seq`,
      message.id,
      message.conversationId,
      message.parentId,
      message.role,
      message.status,
      message.model,
      message.profileId,
      message.idempotencyKey,
      message.createdAt,
      Number(message.statedCost !== undefined),
      amountIn(withZero(message.statedCost ?? null), 'credits'),
      amountIn(message.statedCost ?? null, 'usd'),
      message.change ?? null,
      message.askedFormat ?? null,
    ) ?? {};
  addParts(database, seq, message.parts);
}

function update(database: Database, reply: ReplyUpdate): void {
  const { seq = null } =
    database.get<{ seq: number }>(
      `UPDATE messages SET status = ?, finished_at = ?, finish_reason = ?, prompt_tokens = ?,
       completion_tokens = ?, cached_tokens = ?, reasoning_tokens = ?, token_details = ?, token_prices = ?,
       thinking_ms = ?, first_token_ms = ?, total_ms = ?, request_id = ?, error = ?,
       answered_model = ?, is_held = CASE WHEN ? THEN is_held ELSE 0 END
     WHERE id = ? RETURNING seq`,
      reply.status,
      reply.finishedAt,
      reply.finishReason,
      reply.usage?.promptTokens ?? null,
      reply.usage?.completionTokens ?? null,
      reply.usage?.cachedTokens ?? null,
      reply.usage?.reasoningTokens ?? null,
      reply.usage?.details === undefined ? null : JSON.stringify(reply.usage.details),
      reply.prices === undefined ? null : JSON.stringify(reply.prices),
      reply.thinkingMs ?? null,
      reply.firstTokenMs,
      reply.totalMs,
      reply.requestId,
      reply.error === null ? null : JSON.stringify(reply.error),
      reply.answeredModel,
      Number(reply.status === 'streaming'),
      reply.id,
    ) ?? {};
  if (seq === null) return;
  writeParts(database, seq, reply.parts);
  if (reply.status !== 'streaming') writeLogprobs(database, reply.id, reply.logprobs);
}

function shareMedia(database: Database, fromId: string, withId: string): void {
  database.run(
    `INSERT INTO message_media (message_id, of_message_id)
       SELECT ?2, of_message_id FROM message_media WHERE message_id = ?1 UNION SELECT ?2, ?1`,
    fromId,
    withId,
  );
}

// The tree that the messages of a chat form: a branch, its end, what is below a message.

/** More of a text is never shown in an outline. */
const OUTLINE_CHARACTERS = 200;

function outline(database: Database, conversationId: string): readonly OutlineEntry[] {
  return database
    .all<Omit<OutlineEntry, 'words'> & { readonly seq: number }>(
      `SELECT seq, id, parent_id AS parentId, role, model, status, created_at AS createdAt FROM messages
       WHERE conversation_id = ? AND removed_at IS NULL ORDER BY seq`,
      conversationId,
    )
    .map(({ seq, ...entry }) => ({ ...entry, words: textOfMessage(database, seq, OUTLINE_CHARACTERS) }));
}

function pathEndingIn(
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
function endOfBranch(
  database: Database,
  conversationId: string,
  leafId: string,
  model: string,
): readonly Pick<Message, 'usage' | 'parts' | 'model'>[] {
  type Sized = Pick<MessageRow, 'seq' | 'id' | 'model' | CountColumn>;
  const rows = database.all<Sized>(
    `WITH RECURSIVE path (id, depth, is_counted, is_pictured) AS (
       SELECT id, 0, ${IS_COUNTED}, ${HAS_FILES} FROM messages m WHERE id = ? AND conversation_id = ?
       UNION ALL
       SELECT m.id, depth + 1, is_counted OR ${IS_COUNTED}, is_pictured OR ${HAS_FILES}
         FROM path JOIN messages below ON below.id = path.id JOIN messages m ON m.id = below.parent_id
         WHERE NOT (is_counted AND is_pictured)
           AND (below.prompt_tokens IS NULL OR below.completion_tokens IS NULL OR below.model IS NOT ?)
     )
     SELECT m.seq, m.id, model, prompt_tokens, completion_tokens, cached_tokens, reasoning_tokens,
       token_details FROM path JOIN messages m ON m.id = path.id ORDER BY depth DESC`,
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
function setRemoved(database: Database, id: string, at: number | null): void {
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

function newestLeafBelow(database: Database, id: string): string {
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

function isAtOrBelow(database: Database, id: string, ancestorId: string): boolean {
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

function isUncalled(database: Database, id: string, count: number): boolean {
  const row = database.get<{ count: number; calls: number }>(
    `WITH RECURSIVE below (id, conversation_id, idempotency_key) AS (
       SELECT id, conversation_id, idempotency_key FROM messages WHERE id = ? AND removed_at IS NULL
       UNION ALL
       SELECT child.id, child.conversation_id, child.idempotency_key FROM below JOIN messages child
         ON child.conversation_id = below.conversation_id AND child.parent_id = below.id
       WHERE child.removed_at IS NULL
     )
     SELECT count(*) AS count, count(idempotency_key) AS calls FROM below`,
    id,
  );
  return row?.count === count && row.calls === 0;
}
