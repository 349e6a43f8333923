import type { Message, MessagePage } from '../../../shared/chat';
import type { Microcredits } from '../../../shared/credits';
import type { Job } from '../../../shared/jobs';
import type { Nanodollars } from '../../../shared/money';
import type { MessageStore, NewMessage, OrphanedReply, ReplyUpdate } from '../../core/ports/chat';
import { attachmentsJson, setUses } from './attachment-store';
import { knownSums } from './credit-sum';
import type { Database } from './driver';
import { IS_OF_MESSAGE, jobsOfMessage } from './job-store';
import { readError, readJson } from './json-column';
import { costNotReportedOf } from './ledger-terms';

interface Row {
  id: string;
  conversation_id: string;
  parent_id: string | null;
  role: Message['role'];
  text: string;
  reasoning: string;
  status: Message['status'];
  model: string | null;
  answered_model: string | null;
  profile_id: string | null;
  created_at: number;
  finished_at: number | null;
  finish_reason: string | null;
  prompt_tokens: number | null;
  completion_tokens: number | null;
  first_token_ms: number | null;
  total_ms: number | null;
  request_id: string | null;
  error: string | null;
  credits_used: Microcredits | null;
  dollars_used: Nanodollars | null;
  sibling_ids: string;
  refusal: string | null;
  tool_calls: string;
  attachments: string;
  has_jobs: number;
}

/**
 * A message without a call costs nothing: a copy, a further choice, or one that was never sent; one that came in a file
 * costs what the file says. As long as one of its calls is neither reported nor settled, the sum of the others is not its
 * cost.
 */
const costOf = (
  sum: string,
  without: 'NULL' | 0,
  stated: 'stated_credits' | 'stated_dollars',
) => `(SELECT CASE
    WHEN count(*) = 0 THEN iif(m.is_cost_stated = 1, m.${stated}, ${without})
    WHEN sum(${costNotReportedOf('ledger')}) > sum(outcome = 'reconciled') THEN NULL
    ELSE ${sum} END
  FROM ledger WHERE message_id = m.id)`;

/** The profile of a chat's last reply that has one. @param conversation an SQL expression */
export const profileOfChat = (conversation: string): string =>
  `(SELECT r.profile_id FROM messages r WHERE r.conversation_id = ${conversation} AND r.profile_id IS NOT NULL
    ORDER BY r.seq DESC LIMIT 1)`;

const COLUMNS = `m.*,
  ${costOf(knownSums().credits, 0, 'stated_credits')} AS credits_used,
  ${costOf(knownSums().dollars, 'NULL', 'stated_dollars')} AS dollars_used,
  (SELECT json_group_array(id) FROM (
     SELECT id FROM messages s WHERE s.conversation_id = m.conversation_id AND s.parent_id IS m.parent_id
       AND s.role = m.role AND s.removed_at IS NULL ORDER BY s.seq)) AS sibling_ids,
  ${attachmentsJson('message', 'm.id')} AS attachments,
  EXISTS (SELECT 1 FROM jobs j WHERE ${IS_OF_MESSAGE('m.id')})
    OR EXISTS (SELECT 1 FROM message_media o WHERE o.message_id = m.id) AS has_jobs`;

/** Messages form a tree in each conversation; every query costs what it returns, not what the conversation holds. */
export function createMessageStore(database: Database): MessageStore {
  const toMessage = (row: Row) => readMessage(database, row);
  return {
    get(id) {
      const row = database.get<Row>(`SELECT ${COLUMNS} FROM messages m WHERE m.id = ?`, id);
      return row && toMessage(row);
    },
    insert: (message) => insert(database, message),
    update: (reply) => update(database, reply),
    tree: (conversationId) =>
      database
        .all<Row>(
          `SELECT ${COLUMNS} FROM messages m WHERE m.conversation_id = ? AND m.removed_at IS NULL ORDER BY m.seq`,
          conversationId,
        )
        .map(toMessage),
    pathEndingIn: (conversationId, leafId, limit) => pathEndingIn(database, conversationId, leafId, limit),
    endOfBranch: (conversationId, leafId, model) => endOfBranch(database, conversationId, leafId, model),
    reopen(id, { profileId, idempotencyKey }) {
      database.run(
        "UPDATE messages SET status = 'streaming', error = NULL, profile_id = ?, idempotency_key = ? WHERE id = ?",
        profileId,
        idempotencyKey,
        id,
      );
    },
    lastProfileId: (conversationId) =>
      database.get<{ id: string | null }>(`SELECT ${profileOfChat('?')} AS id`, conversationId)?.id ?? null,
    idempotencyKey: (id) =>
      database.get<{ key: string | null }>('SELECT idempotency_key AS key FROM messages WHERE id = ?', id)
        ?.key ?? null,
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
      database.all<OrphanedReply>(
        `SELECT id, conversation_id AS conversationId, profile_id AS profileId, model,
           idempotency_key AS idempotencyKey FROM messages WHERE status = 'streaming'`,
      ),
  };
}

function insert(database: Database, message: NewMessage): void {
  database.run(
    `INSERT INTO messages (id, conversation_id, parent_id, role, text, status, model, profile_id, idempotency_key,
       created_at, is_cost_stated, stated_credits, stated_dollars) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    message.id,
    message.conversationId,
    message.parentId,
    message.role,
    message.text,
    message.status,
    message.model,
    message.profileId,
    message.idempotencyKey,
    message.createdAt,
    Number(message.statedCost !== undefined),
    message.statedCost?.credits ?? null,
    message.statedCost?.dollars ?? null,
  );
  const { id, attachments = [] } = message;
  if (attachments.length > 0) setUses(database, { kind: 'message', id }, attachments);
}

function update(database: Database, reply: ReplyUpdate): void {
  database.run(
    `UPDATE messages SET text = ?, reasoning = ?, status = ?, finished_at = ?, finish_reason = ?, prompt_tokens = ?,
       completion_tokens = ?, first_token_ms = ?, total_ms = ?, request_id = ?, error = ?, refusal = ?, tool_calls = ?,
       answered_model = ?
     WHERE id = ?`,
    reply.text,
    reply.reasoning,
    reply.status,
    reply.finishedAt,
    reply.finishReason,
    reply.usage?.promptTokens ?? null,
    reply.usage?.completionTokens ?? null,
    reply.firstTokenMs,
    reply.totalMs,
    reply.requestId,
    reply.error === null ? null : JSON.stringify(reply.error),
    reply.refusal,
    JSON.stringify(reply.toolCalls),
    reply.answeredModel,
    reply.id,
  );
}

function pathEndingIn(
  database: Database,
  conversationId: string,
  leafId: string,
  limit: number,
): MessagePage {
  const rows = database.all<Row>(
    `WITH RECURSIVE path (id, parent_id, depth) AS (
       SELECT id, parent_id, 0 FROM messages WHERE id = ? AND conversation_id = ?
       UNION ALL
       SELECT up.id, up.parent_id, depth + 1 FROM path JOIN messages up ON up.id = path.parent_id WHERE depth < ?
     )
     SELECT ${COLUMNS} FROM path JOIN messages m ON m.id = path.id ORDER BY depth DESC`,
    leafId,
    conversationId,
    limit,
  );
  const hasMore = rows.length > limit;
  return {
    conversationId,
    messages: (hasMore ? rows.slice(1) : rows).map((row) => readMessage(database, row)),
    hasMore,
  };
}

const IS_COUNTED = '(m.prompt_tokens IS NOT NULL AND m.completion_tokens IS NOT NULL)';
const HAS_IMAGES =
  "EXISTS (SELECT 1 FROM attachment_uses u WHERE u.owner_kind = 'message' AND u.owner_id = m.id)";

/** Reads what a person waits for while typing, so it stops as early as it can and joins nothing. */
function endOfBranch(
  database: Database,
  conversationId: string,
  leafId: string,
  model: string,
): readonly Pick<Message, 'text' | 'usage' | 'attachments' | 'model'>[] {
  type Sized = Pick<Row, 'text' | 'model' | 'prompt_tokens' | 'completion_tokens' | 'attachments'>;
  const rows = database.all<Sized>(
    `WITH RECURSIVE path (id, depth, is_counted, is_pictured) AS (
       SELECT id, 0, ${IS_COUNTED}, ${HAS_IMAGES} FROM messages m WHERE id = ? AND conversation_id = ?
       UNION ALL
       SELECT m.id, depth + 1, is_counted OR ${IS_COUNTED}, is_pictured OR ${HAS_IMAGES}
         FROM path JOIN messages below ON below.id = path.id JOIN messages m ON m.id = below.parent_id
         WHERE NOT (is_counted AND is_pictured)
           AND (below.prompt_tokens IS NULL OR below.completion_tokens IS NULL OR below.model IS NOT ?)
     )
     SELECT text, model, prompt_tokens, completion_tokens, ${attachmentsJson('message', 'm.id')} AS attachments FROM path JOIN messages m ON m.id = path.id ORDER BY depth DESC`,
    leafId,
    conversationId,
    model,
  );
  return rows.map((row) => ({
    text: row.text,
    model: row.model,
    usage: usageOf(row),
    attachments: readJson<Message['attachments']>(row.attachments, []),
  }));
}

const usageOf = ({ prompt_tokens, completion_tokens }: Pick<Row, 'prompt_tokens' | 'completion_tokens'>) =>
  prompt_tokens === null || completion_tokens === null
    ? null
    : { promptTokens: prompt_tokens, completionTokens: completion_tokens };

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

/** Those that came with the replies it was copied from, then its own. */
function jobsShownBy(database: Database, messageId: string): readonly Job[] {
  const query = 'SELECT of_message_id AS id FROM message_media WHERE message_id = ?';
  const shared = database.all<{ id: string }>(query, messageId).map(({ id }) => id);
  return [...shared, messageId].flatMap((id) => jobsOfMessage(database, id));
}

function shareMedia(database: Database, fromId: string, withId: string): void {
  database.run(
    `INSERT INTO message_media (message_id, of_message_id)
       SELECT ?2, of_message_id FROM message_media WHERE message_id = ?1 UNION SELECT ?2, ?1`,
    fromId,
    withId,
  );
}

function readMessage(database: Database, row: Row): Message {
  return {
    id: row.id,
    conversationId: row.conversation_id,
    parentId: row.parent_id,
    role: row.role,
    text: row.text,
    attachments: readJson(row.attachments, []),
    reasoning: row.reasoning,
    status: row.status,
    model: row.model,
    answeredModel: row.answered_model,
    profileId: row.profile_id,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    finishReason: row.finish_reason,
    usage: usageOf(row),
    firstTokenMs: row.first_token_ms,
    totalMs: row.total_ms,
    creditsUsed: row.credits_used,
    dollarsUsed: row.dollars_used,
    requestId: row.request_id,
    error: readError(row.error),
    refusal: row.refusal,
    toolCalls: readJson(row.tool_calls, []),
    jobs: row.has_jobs === 1 ? jobsShownBy(database, row.id) : [],
    siblingIds: readJson(row.sibling_ids, []),
  };
}
