/** Marks a message as a place up to which the gateway keeps the prompt. Nothing that is said changes, so no branch is made. */
import { CACHE_POINTS, cachePointsIn, isOnlyMark, marked, unmarked } from '../../../shared/chat/cache-points';
import type { Message } from '../../../shared/chat/chat';
import type { Part } from '../../../shared/chat/parts';
import { type WrittenPart, written } from '../../../shared/chat/written-parts';
import type { CheckedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { pointsOfSettings } from '../modalities/chat-request';
import { withoutFiles } from '../modalities/message-content';
import { alternating } from '../modalities/sent-history';
import type { Ports } from '../ports/ports';
import { withMark } from './marked-parts';
import { WHOLE_BRANCH } from './plan';
import type { RunningReplies } from './running-replies';

/** @throws AppError `not_found`, `busy` while a reply is being written, or `invalid_input` */
export function setCachePoint(
  { storage }: Ports,
  replies: RunningReplies,
  { messageId, isOn }: CheckedInput<'chat.setCachePoint'>,
): void {
  const message = storage.messages.get(messageId);
  if (message === undefined)
    throw new AppError({ code: 'not_found', message: 'This message no longer exists.' });
  const { conversationId } = message;
  if (replies.isWriting(conversationId))
    throw new AppError({ code: 'busy', message: 'A reply is still being written here. Stop it first.' });
  if (cachePointsIn(message.parts) > 0 === isOn) return;
  if (isOn) {
    const branch = storage.messages.pathEndingIn(conversationId, leafOf(storage, message), WHOLE_BRANCH);
    const { settings = {} } = storage.conversations.get(conversationId) ?? {};
    requirePlace(message, branch.messages, pointsOfSettings(settings));
  }
  storage.transaction(() =>
    storage.messages.setParts(messageId, isOn ? withMark(written(message.parts)) : withoutMark(message)),
  );
  replies.announce(conversationId, [messageId]);
}

/** The branch on show where the message is in it, since the points of one request count together. */
function leafOf({ conversations, messages }: Ports['storage'], { id, conversationId }: Message): string {
  const { leafId = null } = conversations.get(conversationId) ?? {};
  return leafId !== null && messages.isAtOrBelow(leafId, id) ? leafId : messages.newestLeafBelow(id);
}

function requirePlace(message: Message, branch: readonly Message[], ofSettings: number): void {
  const [sent] = alternating([{ ...message, parts: [...message.parts, markPart] }], withoutFiles);
  if (message.role !== 'tool' && !JSON.stringify(sent ?? null).includes('"cache_control"'))
    throw refused('A message without text or files can’t be a cache point. Choose the one before it.');
  const count = branch.reduce((sum, { parts }) => sum + cachePointsIn(parts), ofSettings);
  if (count >= CACHE_POINTS)
    throw refused(
      `A request takes ${CACHE_POINTS} cache points, and this chat has ${count}. Remove one first.`,
    );
}

const markPart: Part = { id: 'mark', type: 'fields', raw: marked() };

const withoutMark = ({ parts }: Message): readonly WrittenPart[] =>
  written(parts.filter((part) => !(isFields(part) && isOnlyMark(part.raw)))).map((part) =>
    'raw' in part ? { ...part, raw: unmarked(part.raw) } : part,
  );

const isFields = (part: Part): part is Part & { readonly raw: unknown } =>
  part.type === 'fields' && 'raw' in part;

const refused = (message: string) => new AppError({ code: 'invalid_input', field: 'messageId', message });
