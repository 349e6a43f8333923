/** A row of a message, and the message it is. */
import type { Message, TokenUsage } from '../../../shared/chat/chat';
import type { TokenChance } from '../../../shared/chat/logprobs';
import { type Part, textOf } from '../../../shared/chat/parts';
import type { TokenPrices } from '../../../shared/money/token-usage';
import { costSum, NO_COST, readCost } from './cost-sql';
import type { Database } from './driver';
import { nameOf, outerId, toStoredId } from './ids';
import { readError, readJson } from './json-column';
import { costNotReportedOf } from './ledger-terms';
import { readParts } from './message-parts';

// Probabilities of the tokens of replies: apart from their messages, since they are far larger and seldom
// read.

/** Whether the message `m` has some. */
const HAS_LOGPROBS = 'EXISTS (SELECT 1 FROM logprob_rows l WHERE l.message_seq = m.seq)';

/** In place of what was there; none takes that away. */
export function writeLogprobs(
  database: Database,
  seq: number,
  tokens: readonly TokenChance[] | undefined,
): void {
  if (tokens === undefined || tokens.length === 0) {
    database.run('DELETE FROM logprob_rows WHERE message_seq = ?', seq);
    return;
  }
  database.run(
    'INSERT OR REPLACE INTO logprob_rows (message_seq, tokens) VALUES (?, ?)',
    seq,
    JSON.stringify(tokens),
  );
}

export function logprobsOf(database: Database, id: string): readonly TokenChance[] {
  const row = database.get<{ tokens: string }>(
    'SELECT l.tokens FROM message_rows m JOIN logprob_rows l ON l.message_seq = m.seq WHERE m.id = ?',
    toStoredId(id),
  );
  return row === undefined ? [] : readJson<readonly TokenChance[]>(row.tokens, []);
}

export interface MessageRow {
  seq: number;
  id: string;
  conversation_id: string;
  parent_id: string | null;
  role: Message['role'];
  status: Message['status'];
  model: string | null;
  answered_model: string | null;
  profile_id: string | null;
  created_at: number;
  finished_at: number | null;
  finish_reason: string | null;
  prompt_tokens: number | null;
  completion_tokens: number | null;
  cached_tokens: number | null;
  reasoning_tokens: number | null;
  token_details: string | null;
  token_prices: string | null;
  thinking_ms: number | null;
  has_logprobs: number;
  first_token_ms: number | null;
  total_ms: number | null;
  request_id: string | null;
  asked_format: string | null;
  error: string | null;
  cost: string | null;
  change: Message['change'] | null;
  sibling_ids: string;
}

/** Files say a zero of credits of a message without a call. */
const STATED_COST = `iif(m.stated_credits = 0 AND m.stated_dollars IS NULL, ${NO_COST},
  json_object('credits', m.stated_credits, 'usd', m.stated_dollars))`;

/**
 * A message without a call costs nothing: a copy, a further choice, or one that was never sent; one that came in a file
 * costs what the file says. As long as one of its calls is neither reported nor settled, the sum of the others is not its
 * cost.
 */
const COST = `(SELECT CASE
    WHEN count(*) = 0 THEN iif(m.is_cost_stated = 1, ${STATED_COST}, ${NO_COST})
    WHEN sum(${costNotReportedOf('l')}) > sum(outcome = 'reconciled') THEN NULL
    ELSE ${costSum('l')} END
  FROM ledger_rows l WHERE l.message_id = m.id)`;

/** The id of the message that `m` follows. */
const PARENT_ID = `(SELECT ${outerId('up.id')} FROM message_rows up WHERE up.seq = m.parent_seq)`;

/** What is read of the messages `m`. */
export const MESSAGE_COLUMNS = `m.seq, ${outerId('m.id')} AS id, ${PARENT_ID} AS parent_id,
  (SELECT id FROM conversations WHERE seq = m.conversation_seq) AS conversation_id, m.role, m.status,
  ${nameOf('m.model_seq')} AS model, ${nameOf('m.answered_model_seq')} AS answered_model,
  ${nameOf('m.profile_seq')} AS profile_id, m.created_at, m.finished_at, m.finish_reason, m.prompt_tokens,
  m.completion_tokens, m.cached_tokens, m.reasoning_tokens, m.token_details, m.token_prices, m.thinking_ms,
  m.first_token_ms, m.total_ms, m.request_id, m.asked_format, m.error, m.change,
  ${COST} AS cost, ${HAS_LOGPROBS} AS has_logprobs,
  (SELECT json_group_array(${outerId('id')}) FROM (SELECT s.id FROM message_rows s
     WHERE s.conversation_seq = m.conversation_seq AND s.parent_seq IS m.parent_seq AND s.removed_at IS NULL
     ORDER BY s.seq)) AS sibling_ids`;

export function readMessages(database: Database, rows: readonly MessageRow[]): readonly Message[] {
  const parts = readParts(database, rows);
  return rows.map((row) => readMessage(row, parts.get(row.seq) ?? []));
}

function readMessage(row: MessageRow, parts: readonly Part[]): Message {
  const prices = readJson<TokenPrices | null>(row.token_prices, null);
  return {
    id: row.id,
    conversationId: row.conversation_id,
    parentId: row.parent_id,
    role: row.role,
    parts,
    text: textOf(parts),
    status: row.status,
    model: row.model,
    answeredModel: row.answered_model,
    profileId: row.profile_id,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    finishReason: row.finish_reason,
    usage: usageOf(row),
    ...(prices !== null && { prices }),
    ...(row.has_logprobs === 1 && { hasLogprobs: true }),
    ...(row.thinking_ms !== null && { thinkingMs: row.thinking_ms }),
    firstTokenMs: row.first_token_ms,
    totalMs: row.total_ms,
    cost: readCost(row.cost),
    requestId: row.request_id,
    ...(row.asked_format !== null && { askedFormat: row.asked_format }),
    error: readError(row.error),
    ...(row.change !== null && { change: row.change }),
    siblingIds: readJson(row.sibling_ids, []),
  };
}

export type CountColumn =
  | 'prompt_tokens'
  | 'completion_tokens'
  | 'cached_tokens'
  | 'reasoning_tokens'
  | 'token_details';

export function usageOf({
  prompt_tokens,
  completion_tokens,
  cached_tokens,
  reasoning_tokens,
  token_details,
}: Pick<MessageRow, CountColumn>): TokenUsage | null {
  if (prompt_tokens === null || completion_tokens === null) return null;
  return {
    promptTokens: prompt_tokens,
    completionTokens: completion_tokens,
    ...(cached_tokens !== null && { cachedTokens: cached_tokens }),
    ...(reasoning_tokens !== null && { reasoningTokens: reasoning_tokens }),
    ...(token_details !== null && { details: readJson(token_details, {}) }),
  };
}
