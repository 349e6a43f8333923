import type { Message } from '../../../shared/chat';
import type { ReplyUpdate } from '../ports/chat';

/** A reply while it streams: one mutable buffer, read by whatever needs the text so far. */
export interface LiveReply {
  readonly id: string;
  readonly conversationId: string;
  /** The gateway's number of this choice; `null` for the first. */
  readonly choice: number | null;
  text: string;
  reasoning: string;
  firstTokenMs: number | null;
}

/** @param before the text that a continued reply already has. */
export function startLiveReply(
  id: string,
  conversationId: string,
  before: Pick<Message, 'text' | 'reasoning'> = { text: '', reasoning: '' },
  choice: number | null = null,
): LiveReply {
  return { id, conversationId, choice, text: before.text, reasoning: before.reasoning, firstTokenMs: null };
}

/** The stored record with the text as it is now: the database is up to half a second behind. */
export function withLiveText(message: Message, live: LiveReply | undefined): Message {
  return live && message.status === 'streaming'
    ? { ...message, text: live.text, reasoning: live.reasoning }
    : message;
}

/** What is saved during the stream, before the end is known. */
export function progressOf(live: LiveReply): ReplyUpdate {
  return {
    id: live.id,
    text: live.text,
    reasoning: live.reasoning,
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
