import { amountIn, withZero } from '../../../shared/cost';
import type { MessageStore, NewMessage, OrphanedReply, ReplyUpdate } from '../../core/ports/chat';
import type { Database } from './driver';
import { addParts, addResult, writeParts } from './message-parts';
import { MESSAGE_COLUMNS, type MessageRow, readMessages } from './message-row';
import { endOfBranch, isAtOrBelow, newestLeafBelow, pathEndingIn, setRemoved } from './message-tree';

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
    insert: (message) => database.transaction(() => insert(database, message)),
    update: (reply) => database.transaction(() => update(database, reply)),
    tree(conversationId) {
      const query = `SELECT ${MESSAGE_COLUMNS} FROM messages m
        WHERE m.conversation_id = ? AND m.removed_at IS NULL ORDER BY m.seq`;
      return readMessages(database, database.all<MessageRow>(query, conversationId));
    },
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
       created_at, is_cost_stated, stated_credits, stated_dollars) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
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
    ) ?? {};
  addParts(database, seq, message.parts);
}

function update(database: Database, reply: ReplyUpdate): void {
  const { seq = null } =
    database.get<{ seq: number }>(
      `UPDATE messages SET status = ?, finished_at = ?, finish_reason = ?, prompt_tokens = ?,
       completion_tokens = ?, first_token_ms = ?, total_ms = ?, request_id = ?, error = ?,
       answered_model = ?, is_held = CASE WHEN ? THEN is_held ELSE 0 END
     WHERE id = ? RETURNING seq`,
      reply.status,
      reply.finishedAt,
      reply.finishReason,
      reply.usage?.promptTokens ?? null,
      reply.usage?.completionTokens ?? null,
      reply.firstTokenMs,
      reply.totalMs,
      reply.requestId,
      reply.error === null ? null : JSON.stringify(reply.error),
      reply.answeredModel,
      Number(reply.status === 'streaming'),
      reply.id,
    ) ?? {};
  if (seq !== null) writeParts(database, seq, reply.parts);
}

function shareMedia(database: Database, fromId: string, withId: string): void {
  database.run(
    `INSERT INTO message_media (message_id, of_message_id)
       SELECT ?2, of_message_id FROM message_media WHERE message_id = ?1 UNION SELECT ?2, ?1`,
    fromId,
    withId,
  );
}
