import type { Message } from '../../../shared/chat';
import type { CheckedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import type { EventBus } from '../events';
import type { Ports } from '../ports/ports';
import { copyBranch } from './copy-branch';
import type { RunningReplies } from './running-replies';

/** Removes messages from a conversation, restores them, and creates a new conversation from one. */
export function createTreeEdits(ports: Ports, events: EventBus, replies: RunningReplies) {
  const { storage, clock } = ports;
  const { messages, conversations } = storage;
  const find = (id: string): Message => {
    const message = messages.get(id);
    if (message) return message;
    throw new AppError({ code: 'not_found', message: 'This message no longer exists.' });
  };
  const requireIdle = (conversationId: string) => {
    if (!replies.isWriting(conversationId)) return;
    throw new AppError({ code: 'busy', message: 'A reply is still being written here. Stop it first.' });
  };
  const show = (conversationId: string, leafId: string | null) => {
    conversations.setLeaf(conversationId, leafId);
    const conversation = conversations.get(conversationId);
    if (conversation) events.emit({ type: 'conversation.changed', conversation });
  };
  return {
    remove(id: string) {
      const { conversationId, parentId, siblingIds } = find(id);
      requireIdle(conversationId);
      messages.setRemoved(id, clock.now());
      const beside = siblingIds.filter((sibling) => sibling !== id).at(-1);
      const next = beside ?? parentId;
      show(conversationId, next === null ? null : messages.newestLeafBelow(next));
    },
    restore(id: string) {
      const { conversationId } = find(id);
      requireIdle(conversationId);
      messages.setRemoved(id, null);
      show(conversationId, messages.newestLeafBelow(id));
    },
    fork({ messageId, newId }: CheckedInput<'conversations.fork'>) {
      if (conversations.get(newId)) return;
      const { conversationId } = find(messageId);
      const source = conversations.get(conversationId);
      if (!source) throw new AppError({ code: 'not_found', message: 'This chat no longer exists.' });
      const { model, settings, title } = source;
      storage.transaction(() => {
        conversations.create({ id: newId, title, createdAt: clock.now(), model, settings });
        copyBranch(ports, messageId, newId);
      });
      show(newId, conversations.get(newId)?.leafId ?? null);
    },
  };
}
