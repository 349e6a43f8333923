import type { Message } from '../../../shared/chat';
import type { CheckedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import type { EventBus } from '../events';
import type { Ports } from '../ports/ports';
import { WHOLE_BRANCH } from './plan';
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
      const branch = messages.pathEndingIn(conversationId, messageId, WHOLE_BRANCH).messages;
      const { model, settings, title } = source;
      storage.transaction(() => {
        conversations.create({ id: newId, title, createdAt: clock.now(), model, settings });
        const leafId = branch.reduce<string | null>(
          (parentId, message) => copyMessage(ports, message, newId, parentId),
          null,
        );
        conversations.setLeaf(newId, leafId, clock.now());
      });
      show(newId, conversations.get(newId)?.leafId ?? null);
    },
  };
}

/** The cost stays with the message that was paid for, and so do the files that came with it: a copy is free. */
function copyMessage(
  { storage: { messages }, clock }: Ports,
  message: Message,
  conversationId: string,
  parentId: string | null,
): string {
  const id = clock.newId();
  const { role, text, attachments, model, createdAt } = message;
  const status = message.status === 'streaming' ? 'interrupted' : message.status;
  messages.insert({
    id,
    conversationId,
    parentId,
    role,
    text,
    attachments,
    status,
    model,
    createdAt,
    profileId: null,
    idempotencyKey: null,
  });
  messages.update({ ...message, id, status, requestId: null });
  // The media of a reply may still be arriving.
  if (message.jobs.length > 0 || message.status === 'streaming') messages.shareMedia(message.id, id);
  return id;
}
