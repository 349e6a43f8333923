import { type Handlers, nothing } from '../dispatch';
import type { Ports } from '../ports/ports';
import type { Services } from '../services';
import { createChat } from './chat';
import { createConversations } from './conversations';
import { createTreeEdits } from './edit-tree';
import { createChatQueue } from './queue';

export function chatHandlers(ports: Ports, services: Services) {
  const { replies, profiles, spending, images } = services;
  const chat = createChat(ports, profiles, replies, spending, images);
  const queue = createChatQueue(ports, services, replies, chat);
  return {
    'chat.send': chat.send,
    'chat.stop': ({ messageId }) => nothing(replies.stop(messageId)),
    'chat.regenerate': chat.regenerate,
    'chat.continue': (input) => chat.continue(input).then(nothing),
    'chat.enqueue': (input) => queue.enqueue(input).then(nothing),
    'chat.dequeue': ({ messageId }) => nothing(queue.dequeue(messageId)),
  } satisfies Partial<Handlers>;
}

export function conversationHandlers(ports: Ports, { events, replies }: Services) {
  const conversations = createConversations(ports, events, replies);
  const tree = createTreeEdits(ports, events, replies);
  return {
    'conversations.list': conversations.list,
    'conversations.get': ({ id }) => conversations.get(id),
    'conversations.rename': (input) => nothing(conversations.rename(input)),
    'conversations.remove': ({ id }) => conversations.remove(id).then(nothing),
    'conversations.restore': ({ id }) => nothing(conversations.restore(id)),
    'conversations.pin': (input) => nothing(conversations.pin(input)),
    'conversations.markRead': ({ id }) => nothing(conversations.markRead(id)),
    'conversations.saveDraft': (input) => nothing(conversations.saveDraft(input)),
    'conversations.search': conversations.search,
    'conversations.fork': (input) => nothing(tree.fork(input)),
    'messages.remove': ({ id }) => nothing(tree.remove(id)),
    'messages.restore': ({ id }) => nothing(tree.restore(id)),
    'conversations.configure': (input) => nothing(conversations.configure(input)),
    'conversations.showBranch': (input) => nothing(conversations.showBranch(input)),
    'messages.get': ({ ids }) => conversations.messages(ids),
    'messages.page': conversations.page,
  } satisfies Partial<Handlers>;
}
