/**
 * The messages of a branch as a request has them. Gateways refuse blank messages and two neighbors of one role, so
 * after a failure a chat could not go on: blank ones are left out, and neighbors are joined. Calls of tools are sent where
 * the message after them answers each: without its results no gateway takes a call, nor a result without its call.
 */

import { lastFieldsOf, withLastFields } from '../../../shared/chat/cache-points';
import type { Message } from '../../../shared/chat/chat';
import {
  filesOf,
  isRawPart,
  type MessageRole,
  type Part,
  type RawPart,
  textOf,
} from '../../../shared/chat/parts';
import { toolCallsOf, toolResultsOf } from '../../../shared/chat/tool-calls';
import { strayResults, toolsBehind, unanswered } from '../../../shared/chat/tool-rounds';
import { AppError } from '../../../shared/errors';
import type { StoredFile } from '../../../shared/media/files';
import type { ChatMessageParam } from '../../gateway/types/chat';
import type { BackOf } from './earlier-thinking';
import { isFramed, writtenParams } from './framed-message';

/** What the model gets of a message. */
export type SentMessage = Pick<Message, 'role' | 'parts'> & Partial<Pick<Message, 'usage'>>;

/** The `content` field of a message in a request. */
export type ContentOf = (message: SentMessage) => unknown;

const nothingBack: BackOf = () => ({});

/** A message that is not stored. */
export function said(role: MessageRole, text: string, files: readonly StoredFile[] = []): SentMessage {
  const parts: Part[] = files.map((file) => ({ id: file.id, type: file.kind, file }));
  return { role, parts: text === '' ? parts : [{ id: 'text', type: 'text', text }, ...parts] };
}

/** Messages of a branch that are sent together, and what is sent of them. */
export interface SentTurn<Stored extends SentMessage> {
  readonly messages: readonly Stored[];
  readonly params: readonly ChatMessageParam[];
}

/** @param history oldest first */
export const alternating = (
  history: readonly SentMessage[],
  contentOf: ContentOf,
  backOf: BackOf = nothingBack,
  hasPoints = true,
): readonly ChatMessageParam[] =>
  turnsOf(history, contentOf, backOf, hasPoints).flatMap(({ params }) => params);

/**
 * A message that was written as JSON is sent as it was written: neither left out nor joined.
 * @param hasPoints whether cache points go along that were placed by hand
 */
export function turnsOf<Stored extends SentMessage>(
  history: readonly Stored[],
  contentOf: ContentOf,
  backOf: BackOf = nothingBack,
  hasPoints = true,
): readonly SentTurn<Stored>[] {
  const markOf: MarkOf = hasPoints ? ({ parts }) => lastFieldsOf(parts) : () => null;
  const turns: { messages: Stored[]; written: readonly ChatMessageParam[] | null }[] = [];
  const rounds = answeredIn(history);
  for (const message of history) {
    const written = writtenParams(message, contentOf, markOf(message));
    if (written === null && isLeftOut(message, rounds)) continue;
    const last = written === null ? turns.at(-1) : undefined;
    const isJoined = last?.written === null && last.messages[0]?.role === message.role;
    if (!isJoined) turns.push({ messages: [message], written });
    // The same message once more is a retry of one that failed.
    else if (!isSame(last.messages.at(-1), message)) last.messages.push(message);
    else if (lastFieldsOf(message.parts) !== null) last.messages[last.messages.length - 1] = message;
  }
  return turns.map(({ messages, written }) => ({
    messages,
    params: written ?? paramsOf(messages, rounds, { contentOf, backOf, markOf }),
  }));
}

const isLeftOut = (message: SentMessage, rounds: ReadonlySet<SentMessage>): boolean =>
  message.role === 'tool' ? !rounds.has(message) : !saysSomething(message) && !rounds.has(message);

type MarkOf = (message: SentMessage) => ReturnType<typeof lastFieldsOf>;

/** What is written of a turn: its content, its thinking, and the fields of its last part. */
interface Writers {
  readonly contentOf: ContentOf;
  readonly backOf: BackOf;
  readonly markOf: MarkOf;
}

function paramsOf(
  turn: readonly SentMessage[],
  rounds: ReadonlySet<SentMessage>,
  { contentOf, backOf, markOf }: Writers,
): readonly ChatMessageParam[] {
  const [{ role } = { role: 'user' as const }] = turn;
  if (role === 'tool') return turn.flatMap((message) => resultsIn(message, markOf(message)));
  const calls = turn.flatMap((message) => (rounds.has(message) ? toolCallsOf(message.parts) : []));
  const content = turn
    .map((message) => withLastFields({ content: contentOf(message) }, markOf(message)).content)
    .reduce(joined);
  const thinking = role === 'assistant' ? backOf(turn, calls.length > 0) : {};
  if (calls.length === 0) return [{ role, content, ...thinking }];
  const said = isBlank(content) ? null : content;
  return [{ role, content: said, ...thinking, tool_calls: calls.map(({ raw }) => raw) }];
}

/** Several gateways refuse blank text beside calls, and take `null`. */
const isBlank = (content: unknown): boolean => typeof content === 'string' && content.trim() === '';

/** Replies whose calls the messages of tools behind it answer, all of them, and these answers. */
function answeredIn(history: readonly SentMessage[]): ReadonlySet<SentMessage> {
  const found = new Set<SentMessage>();
  for (const [at, message] of history.entries()) {
    const calls = message.role === 'assistant' ? toolCallsOf(message.parts) : [];
    const answers = calls.length === 0 ? [] : toolsBehind(history, at);
    if (answers.length === 0 || unanswered(calls, resultsOf(answers)).length > 0) continue;
    for (const one of [message, ...answers]) found.add(one);
  }
  return found;
}

const resultsOf = (messages: readonly SentMessage[]) => messages.flatMap(({ parts }) => toolResultsOf(parts));

/**
 * Results of tools are sent directly behind the reply that asks for them, one for each call: what a person arranged in
 * another way no gateway takes, and what is shown would not be what is sent.
 * @throws AppError `invalid_input` that says what is missing
 */
export function requireRounds(history: readonly SentMessage[]): void {
  for (const [at, { role }] of history.entries()) {
    if (role !== 'tool' || history[at - 1]?.role === 'tool') continue;
    const before = history[at - 1];
    const calls = before?.role === 'assistant' ? toolCallsOf(before.parts) : [];
    const answers = toolsBehind(history, at - 1);
    // What was written as JSON is sent as it is.
    if (answers.some(isFramed)) continue;
    const results = resultsOf(answers);
    const [stray] = strayResults(calls, results);
    if (calls.length === 0 || results.length === 0 || stray !== undefined) throw strayResult(stray?.name);
    const [open] = unanswered(calls, results);
    if (open !== undefined) throw openCall(open.name);
  }
}

const ofHistory = (message: string) => new AppError({ code: 'invalid_input', field: 'messages', message });

const strayResult = (name = '') =>
  ofHistory(
    `A message of the role tool ${name === '' ? '' : `(${name}) `}answers no call of the reply before it. Move it behind that reply, correct its call id, change its role, or delete it.`,
  );

const openCall = (name: string) =>
  ofHistory(
    `The call of “${name}” has no result. Add one behind the reply that asks for it, or delete the other results.`,
  );

const resultsIn = ({ parts }: SentMessage, mark: ReturnType<MarkOf>): readonly ChatMessageParam[] =>
  toolResultsOf(parts).map(({ callId, content }, at, { length }) =>
    withLastFields({ role: 'tool', tool_call_id: callId, content }, at === length - 1 ? mark : null),
  );

/**
 * A repair of the database may have lost what a reply answers.
 * @throws AppError `invalid_input` where no message of the history has anything to send
 */
export function requireQuestion(history: readonly SentMessage[]): void {
  if (turnsOf(history, () => '').length > 0) return;
  const message = 'The messages that this would send are empty or lost. Type a new one.';
  throw new AppError({ code: 'invalid_input', field: 'messages', message });
}

const saysSomething = ({ parts }: SentMessage): boolean =>
  textOf(parts).trim() !== '' || filesOf(parts).length > 0 || parts.some(isSentRaw);

/** Content that is not read, as far as it is a content part: the role that a reply named is none. */
export const isSentRaw = (part: Part): part is RawPart & { readonly raw: object } =>
  part.type === 'unknown' && isRawPart(part) && isTyped(part.raw);

const isTyped = (raw: unknown): boolean =>
  typeof raw === 'object' && raw !== null && typeof (raw as { readonly type?: unknown }).type === 'string';

function isSame(one: SentMessage | undefined, other: SentMessage): boolean {
  const idsOf = ({ parts }: SentMessage) =>
    filesOf(parts)
      .map(({ id }) => id)
      .join();
  return one?.role === 'user' && textOf(one.parts) === textOf(other.parts) && idsOf(one) === idsOf(other);
}

/** Two texts are parted by a blank line; where one has more than text, each keeps its own parts. */
function joined(one: unknown, other: unknown): unknown {
  if (typeof one === 'string' && typeof other === 'string') return `${one}\n\n${other}`;
  return [...partsOf(one), ...partsOf(other)];
}

const partsOf = (content: unknown): readonly unknown[] =>
  Array.isArray(content) ? content : [{ type: 'text', text: content }];
