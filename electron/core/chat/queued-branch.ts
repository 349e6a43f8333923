import { toolCallsOf } from '../../../shared/chat/tool-calls';
import type { QueuedTurn } from '../ports/chat';
import type { Storage } from '../ports/storage';

/** Statuses of a reply that is asked for again beside itself, not continued below. */
const isBroken = (status: string): boolean => status === 'failed' || status === 'interrupted';

/**
 * The message that a queued one follows: the end of the branch it was typed in, which may have grown since.
 *
 * @returns `undefined` where that branch was deleted
 */
export function endOfQueuedBranch(
  { conversations, messages }: Pick<Storage, 'conversations' | 'messages'>,
  { conversationId, parentId }: Pick<QueuedTurn, 'conversationId' | 'parentId'>,
): string | null | undefined {
  const shown = conversations.get(conversationId)?.leafId ?? null;
  if (parentId === null) return shown;
  const typedBehind = messages.get(parentId);
  // A deleted message is still there to be restored, but no longer among its siblings.
  if (typedBehind?.siblingIds.includes(parentId) !== true) return undefined;
  // After a failure the reply that was typed behind may have been replaced by a sibling.
  const from = isBroken(typedBehind.status) ? (typedBehind.parentId ?? parentId) : parentId;
  if (shown !== null && messages.isAtOrBelow(shown, from)) return shown;
  return messages.newestLeafBelow(from);
}

/** Whether the last message of a branch is a whole reply that calls tools. */
export function awaitsResults(messages: Storage['messages'], leafId: string): boolean {
  const leaf = messages.get(leafId);
  return leaf?.role === 'assistant' && leaf.status === 'complete' && toolCallsOf(leaf.parts).length > 0;
}
