/**
 * The messages of a branch as a request has them. Gateways refuse blank messages and two neighbors of one role, so
 * after a failure a chat could not go on: blank ones are left out, and neighbors are joined.
 */

import type { Message } from '../../../shared/chat';
import {
  filesOf,
  isRawPart,
  type MessageRole,
  type Part,
  type RawPart,
  textOf,
} from '../../../shared/chat/parts';
import type { StoredFile } from '../../../shared/files';
import type { ChatMessageParam } from '../../gateway/types/chat';

/** What the model gets of a message. */
export type SentMessage = Pick<Message, 'role' | 'parts'> & Partial<Pick<Message, 'usage'>>;

/** The `content` field of a message in a request. */
export type ContentOf = (message: SentMessage) => unknown;

/** A message that is not stored. */
export function said(role: MessageRole, text: string, files: readonly StoredFile[] = []): SentMessage {
  const parts: Part[] = files.map((file) => ({ id: file.id, type: file.kind, file }));
  return { role, parts: text === '' ? parts : [{ id: 'text', type: 'text', text }, ...parts] };
}

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
