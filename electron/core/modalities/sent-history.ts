/**
 * The messages of a branch as a request has them. Gateways refuse blank messages and two neighbors of one role, so
 * after a failure a chat could not go on: blank ones are left out, and neighbors are joined.
 */
import type { Message } from '../../../shared/chat';
import type { ChatMessageParam } from '../../gateway/types/chat';

/** What the model gets of a message. */
export type SentMessage = Pick<Message, 'role' | 'text'> & Partial<Pick<Message, 'attachments' | 'usage'>>;

/** The `content` field of a message in a request. */
export type ContentOf = (message: SentMessage) => unknown;

/** @param history oldest first */
export function alternating(
  history: readonly SentMessage[],
  contentOf: ContentOf,
): readonly ChatMessageParam[] {
  const turns: SentMessage[][] = [];
  for (const message of history.filter(saysSomething)) {
    const last = turns.at(-1);
    if (last === undefined || last[0]?.role !== message.role) turns.push([message]);
    // The same message once more is a retry of one that failed.
    else if (!isSame(last.at(-1), message)) last.push(message);
  }
  return turns.map((turn) => ({
    role: turn[0]?.role ?? 'user',
    content: turn.map(contentOf).reduce(joined),
  }));
}

const saysSomething = ({ text, attachments = [] }: SentMessage): boolean =>
  text.trim() !== '' || attachments.length > 0;

function isSame(one: SentMessage | undefined, other: SentMessage): boolean {
  const imagesOf = ({ attachments = [] }: SentMessage) => attachments.map(({ id }) => id).join();
  return one?.role === 'user' && one.text === other.text && imagesOf(one) === imagesOf(other);
}

/** Two texts are parted by a blank line; where one has images, each keeps its own parts. */
function joined(one: unknown, other: unknown): unknown {
  if (typeof one === 'string' && typeof other === 'string') return `${one}\n\n${other}`;
  return [...partsOf(one), ...partsOf(other)];
}

const partsOf = (content: unknown): readonly unknown[] =>
  Array.isArray(content) ? content : [{ type: 'text', text: content }];
