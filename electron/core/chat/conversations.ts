import type { Message, MessagePage, OutlineEntry } from '../../../shared/chat/chat';
import type { CheckedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import type { EventBus } from '../events';
import type { Ports } from '../ports/ports';
import { copyBranch } from './copy-branch';
import type { RunningReplies } from './running-replies';

/** Owns the images of a chat that has no messages yet. */
export const NEW_CHAT_DRAFT = 'new';

/** The user's commands for conversations, except sending messages. */
export function createConversations({ storage, clock }: Ports, events: EventBus, replies: RunningReplies) {
  const { conversations, messages } = storage;
  const find = (id: string) => {
    const conversation = conversations.get(id);
    if (!conversation) throw new AppError({ code: 'not_found', message: 'This chat no longer exists.' });
    return conversation;
  };
  const changed = (id: string) => events.emit({ type: 'conversation.changed', conversation: find(id) });
  const findMessage = (conversationId: string, messageId: string) => {
    const message = messages.get(messageId);
    if (message?.conversationId === conversationId) return message;
    throw new AppError({ code: 'not_found', message: 'This message is not part of the chat.' });
  };
  return {
    list: ({ cursor, limit }: CheckedInput<'conversations.list'>) => conversations.page(cursor, limit),
    get: find,
    rename({ id, title }: CheckedInput<'conversations.rename'>) {
      find(id);
      conversations.rename(id, title, true);
      changed(id);
    },
    /** Hidden until the app is opened again, then deleted; its cost stays in the ledger. */
    async remove(id: string) {
      find(id);
      // First: the end of the reply would send, and pay for, the next message of the queue.
      conversations.setRemoved(id, clock.now());
      await replies.drop(id);
      events.emit({ type: 'conversation.removed', conversationId: id });
    },
    restore(id: string) {
      conversations.setRemoved(id, null);
      changed(id);
    },
    pin({ id, isPinned }: CheckedInput<'conversations.pin'>) {
      find(id);
      conversations.mark(id, { isPinned });
      changed(id);
    },
    markRead(id: string) {
      if (!find(id).isUnread) return;
      conversations.mark(id, { isUnread: false });
      changed(id);
    },
    saveDraft({ id, text, attachments = [] }: CheckedInput<'conversations.saveDraft'>) {
      if (id === null) storage.settings.setNewChatDraft(text);
      else conversations.mark(find(id).id, { draft: text });
      storage.files.setUses({ kind: 'draft', id: id ?? NEW_CHAT_DRAFT }, attachments);
    },
    search: ({ query, limit, of }: CheckedInput<'conversations.search'>) =>
      conversations.search(query, limit, of),
    configure({ id, model, settings }: CheckedInput<'conversations.configure'>) {
      find(id);
      conversations.configure(id, { model, settings });
      changed(id);
    },
    showBranch({ id, messageId }: CheckedInput<'conversations.showBranch'>) {
      findMessage(id, messageId);
      conversations.setLeaf(id, messages.newestLeafBelow(messageId));
      changed(id);
    },
    outline: (id: string): readonly OutlineEntry[] => messages.outline(find(id).id),
    messages: (ids: readonly string[]): readonly Message[] =>
      ids
        .map((id) => messages.get(id))
        .filter((message) => message !== undefined)
        .map(replies.withLive),
    page({ conversationId, beforeId, limit }: CheckedInput<'messages.page'>): MessagePage {
      const { leafId } = find(conversationId);
      const endId = beforeId === null ? leafId : findMessage(conversationId, beforeId).parentId;
      if (endId === null) return { conversationId, messages: [], hasMore: false };
      const page = messages.pathEndingIn(conversationId, endId, limit);
      return { ...page, messages: page.messages.map(replies.withLive) };
    },
  };
}

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
