import type { WrittenPart } from '../../../shared/chat/written-parts';
import { amountIn, withZero } from '../../../shared/money/cost';
import type { MessageStore, NewMessage, OrphanedReply, ReplyUpdate } from '../../core/ports/chat';
import { askedOfReplies } from './asked-of-replies';
import type { Database } from './driver';
import { addNames, nameOf, outerId, seqOfChat, seqOfName, toStoredId } from './ids';
import { addParts, addResult, writeParts } from './message-parts';
import { logprobsOf, MESSAGE_COLUMNS, type MessageRow, readMessages, writeLogprobs } from './message-row';
import {
  endOfBranch,
  isAtOrBelow,
  isUncalled,
  newestLeafBelow,
  outline,
  pathEndingIn,
  setRemoved,
} from './message-tree';

/** The profile of a chat's last reply that has one. @param conversation an SQL expression */
export const profileOfChat = (conversation: string): string =>
  `(SELECT ${nameOf('r.profile_seq')} FROM message_rows r
    WHERE r.conversation_seq = ${seqOfChat(conversation)} AND r.profile_seq IS NOT NULL ORDER BY r.seq DESC LIMIT 1)`;

/** Of {@link seqOfChat}, for a parameter. */
const CHAT = seqOfChat('?');

/** Messages form a tree in each conversation; every query costs what it returns, not what the conversation holds. */
export function createMessageStore(database: Database): MessageStore {
  return {
    get(id) {
      const row = database.get<MessageRow>(
        `SELECT ${MESSAGE_COLUMNS} FROM message_rows m WHERE m.id = ?`,
        toStoredId(id),
      );
      return row && readMessages(database, [row])[0];
    },
    ...askedOfReplies(database),
    logprobs: (id) => logprobsOf(database, id),
    insert: (message) => database.transaction(() => insert(database, message)),
    update: (reply) => database.transaction(() => update(database, reply)),
    tree(conversationId) {
      const query = `SELECT ${MESSAGE_COLUMNS} FROM message_rows m
        WHERE m.conversation_seq = ${CHAT} AND m.removed_at IS NULL ORDER BY m.seq`;
      return readMessages(database, database.all<MessageRow>(query, conversationId));
    },
    outline: (conversationId) => outline(database, conversationId),
    pathEndingIn: (conversationId, leafId, limit) => pathEndingIn(database, conversationId, leafId, limit),
    mayKeepLong: (conversationId) =>
      database.get(
        `SELECT 1 FROM message_rows m JOIN message_parts p ON p.message_seq = m.seq
         WHERE m.conversation_seq = ${CHAT} AND p.type IN ('fields', 'unknown') AND instr(p.content, '"ttl"') > 0 LIMIT 1`,
        conversationId,
      ) !== undefined,
    endOfBranch: (conversationId, leafId, model) => endOfBranch(database, conversationId, leafId, model),
    reopen(id, { profileId, model, idempotencyKey }) {
      addNames(database, profileId, model);
      database.run(
        `UPDATE message_rows SET status = 'streaming', is_held = 0, error = NULL, profile_seq = ${seqOfName('?')},
           model_seq = ${seqOfName('?')}, idempotency_key = ? WHERE id = ?`,
        ...[profileId, model, toStoredId(idempotencyKey), toStoredId(id)],
      );
    },
    setHeld(id, isHeld) {
      database.run('UPDATE message_rows SET is_held = ? WHERE id = ?', Number(isHeld), toStoredId(id));
    },
    lastProfileId: (conversationId) =>
      database.get<{ id: string | null }>(`SELECT ${profileOfChat('?')} AS id`, conversationId)?.id ?? null,
    idempotencyKey: (id) =>
      database.get<{ key: string | null }>(
        `SELECT ${outerId('idempotency_key')} AS key FROM message_rows WHERE id = ?`,
        toStoredId(id),
      )?.key ?? null,
    setParts: (id, parts) => setParts(database, id, parts),
    addResult: (id, result) => addResult(database, id, result),
    shareMedia: (fromId, withId) => shareMedia(database, fromId, withId),
    setRemoved: (id, at) => setRemoved(database, id, at),
    purgeRemoved() {
      database.run('DELETE FROM message_rows WHERE removed_at IS NOT NULL');
    },
    newestLeafBelow: (id) => newestLeafBelow(database, id),
    isUncalled: (id, count) => isUncalled(database, id, count),
    isAtOrBelow: (id, ancestorId) => isAtOrBelow(database, id, ancestorId),
    firstReplyTo: (id) =>
      database.get<{ id: string }>(
        `SELECT ${outerId('reply.id')} AS id FROM message_rows asked JOIN message_rows reply
           ON reply.conversation_seq = asked.conversation_seq AND reply.parent_seq = asked.seq
         WHERE asked.id = ? ORDER BY reply.seq LIMIT 1`,
        toStoredId(id),
      )?.id ?? null,
    orphanedReplies: () =>
      database
        .all<Omit<OrphanedReply, 'isHeld'> & { readonly isHeld: number }>(
          `SELECT ${outerId('m.id')} AS id, c.id AS conversationId, ${nameOf('m.profile_seq')} AS profileId,
             ${nameOf('m.model_seq')} AS model, ${outerId('m.idempotency_key')} AS idempotencyKey, m.is_held AS isHeld
           FROM message_rows m JOIN conversations c ON c.seq = m.conversation_seq WHERE m.status = 'streaming'`,
        )
        .map((row) => ({ ...row, isHeld: row.isHeld === 1 })),
  };
}

/** A parent that is gone has the number 0, which no message has. */
const PARENT = 'iif(?3 IS NULL, NULL, coalesce((SELECT seq FROM message_rows WHERE id = ?3), 0))';

function insert(database: Database, message: NewMessage): void {
  addNames(database, message.model, message.profileId);
  const { seq = 0 } =
    database.get<{ seq: number }>(
      `INSERT INTO message_rows (id, conversation_seq, parent_seq, role, status, model_seq, profile_seq, idempotency_key,
       created_at, is_cost_stated, stated_credits, stated_dollars, change, asked_format)
       VALUES (?, ${CHAT}, ${PARENT}, ?, ?, ${seqOfName('?')}, ${seqOfName('?')}, ?, ?, ?, ?, ?, ?, ?) RETURNING seq`,
      toStoredId(message.id),
      message.conversationId,
      message.parentId && toStoredId(message.parentId),
      message.role,
      message.status,
      message.model,
      message.profileId,
      message.idempotencyKey && toStoredId(message.idempotencyKey),
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
  if (reply.answeredModel !== null) addNames(database, reply.answeredModel);
  const { seq = null } =
    database.get<{ seq: number }>(
      `UPDATE message_rows SET status = ?, finished_at = ?, finish_reason = ?, prompt_tokens = ?,
       completion_tokens = ?, cached_tokens = ?, reasoning_tokens = ?, token_details = ?, token_prices = ?,
       thinking_ms = ?, first_token_ms = ?, total_ms = ?, request_id = ?, error = ?,
       answered_model_seq = ${seqOfName('?')}, is_held = CASE WHEN ? THEN is_held ELSE 0 END
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
      toStoredId(reply.id),
    ) ?? {};
  if (seq === null) return;
  writeParts(database, seq, reply.parts);
  if (reply.status !== 'streaming') writeLogprobs(database, seq, reply.logprobs);
}

function setParts(database: Database, id: string, parts: readonly WrittenPart[]): void {
  const query = 'SELECT seq FROM message_rows WHERE id = ?';
  const { seq } = database.get<{ seq: number }>(query, toStoredId(id)) ?? {};
  if (seq !== undefined) writeParts(database, seq, parts);
}

function shareMedia(database: Database, fromId: string, withId: string): void {
  database.run(
    `INSERT INTO shared_media_rows (message_seq, of_message_id)
       SELECT copy.seq, owner.id FROM message_rows copy, (
         SELECT s.of_message_id AS id FROM shared_media_rows s JOIN message_rows m ON m.seq = s.message_seq WHERE m.id = ?1
         UNION SELECT ?1) owner
       WHERE copy.id = ?2`,
    toStoredId(fromId),
    toStoredId(withId),
  );
}
