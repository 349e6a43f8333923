import type { Message } from '../../../shared/chat';
import type { ChatDelta } from '../../gateway/types/chat';
import type { ReplyUpdate } from '../ports/chat';

/** A reply while it streams: one mutable buffer, read by whatever needs the text so far. */
export interface LiveReply {
  readonly id: string;
  readonly conversationId: string;
  /** The gateway's number of this choice; `null` for the first. */
  readonly choice: number | null;
  text: string;
  reasoning: string;
  /** How often the text was replaced instead of continued. */
  rewrites: number;
  firstTokenMs: number | null;
  /** The text that it had before its request was sent. */
  readonly before: ReplyText;
  /** What an earlier attempt brought, and was paid for: it stays until this one has brought more. */
  readonly kept: ReplyText;
}

export type ReplyText = Pick<Message, 'text' | 'reasoning'>;

const NO_TEXT: ReplyText = { text: '', reasoning: '' };

/**
 * @param before the text that a continued reply already has
 * @param kept the text that a reply has which is asked again from its beginning
 */
export function startLiveReply(
  id: string,
  conversationId: string,
  { before = NO_TEXT, kept = NO_TEXT }: { readonly before?: ReplyText; readonly kept?: ReplyText } = {},
  choice: number | null = null,
): LiveReply {
  const { text, reasoning } = before;
  return { id, conversationId, choice, text, reasoning, rewrites: 0, firstTokenMs: null, before, kept };
}

/** Adds a step of its stream; one with `isWhole` takes the place of all steps before it. */
export function growReply(
  live: LiveReply,
  { text, reasoning, isWhole = false }: Omit<ChatDelta, 'index'>,
): void {
  if (isWhole) {
    live.rewrites += 1;
    live.text = live.before.text;
    live.reasoning = live.before.reasoning;
  }
  // A continued reply may think once more.
  const isNewThought = reasoning !== '' && live.reasoning !== '' && live.reasoning === live.before.reasoning;
  live.text += text;
  live.reasoning += isNewThought ? `\n\n${reasoning}` : reasoning;
}

/** The stored record with the text as it is now: the database is up to half a second behind. */
export function withLiveText(message: Message, live: LiveReply | undefined): Message {
  return live && message.status === 'streaming'
    ? { ...message, text: live.text, reasoning: live.reasoning }
    : message;
}

/** The text of an attempt that broke off: an earlier one may have brought more. */
export const longestText = (live: LiveReply): ReplyText =>
  live.text.length < live.kept.text.length ? live.kept : textOf(live);

const textOf = ({ text, reasoning }: LiveReply): ReplyText => ({ text, reasoning });

/** What is saved during the stream, before the end is known. */
export function progressOf(live: LiveReply): ReplyUpdate {
  return {
    id: live.id,
    ...(live.text === '' && live.reasoning === '' ? live.kept : textOf(live)),
    status: 'streaming',
    finishedAt: null,
    finishReason: null,
    usage: null,
    firstTokenMs: live.firstTokenMs,
    totalMs: null,
    requestId: null,
    error: null,
    refusal: null,
    toolCalls: [],
    answeredModel: null,
  };
}
