import type { CheckedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import type { Spending } from '../admission/spending';
import { type Handlers, nothing } from '../dispatch';
import type { EventBus } from '../events';
import type { Notices } from '../notices/notices';
import type { Ports } from '../ports/ports';
import { profileOfChatCall } from '../profiles/paying-profile';
import type { Profiles } from '../profiles/profiles';
import { createChatBodies } from './body/chat-bodies';
import { setCachePoint } from './cache-points';
import { createChat } from './chat';
import { createChatEdits } from './chat-edits';
import { createConversations, createTreeEdits } from './conversations';
import { createChatQueue } from './queue';
import type { RunningReplies } from './running-replies';
import type { SentFiles } from './sent-files';
import { createToolRounds } from './tool-rounds';

interface ChatServices {
  readonly events: EventBus;
  readonly notices: Notices;
  readonly profiles: Profiles;
  readonly replies: RunningReplies;
  readonly spending: Spending;
  readonly sentFiles: SentFiles;
}

export function chatHandlers(ports: Ports, services: ChatServices) {
  const { replies, profiles, spending, sentFiles } = services;
  const chat = createChat(ports, profiles, replies, spending, sentFiles);
  const edits = createChatEdits(ports, replies);
  const rounds = createToolRounds(ports, services, chat, (id) => queue.goOn(id));
  const queue = createChatQueue(ports, services, replies, chat, rounds.isAnswering);
  replies.onReadyForNext((plan, isComplete) => {
    if (!isComplete || !rounds.next(plan)) queue.goOn(plan.conversationId);
  });
  const stop = (messageId: string) => {
    rounds.stop(messageId);
    replies.stop(messageId);
  };
  /** A message between would end the loop, and its results would be lost: it can be queued. */
  const requireRoundEnded = ({ conversationId, parentId, messageId }: CheckedInput<'chat.send'>) => {
    if (conversationId === null || parentId !== undefined || !rounds.isAnswering(conversationId)) return;
    if (ports.storage.messages.get(messageId) !== undefined) return;
    throw new AppError({
      code: 'busy',
      message: 'Calls of tools are being answered here. Stop them first, or wait for the reply that follows.',
    });
  };
  return {
    async 'chat.send'(input) {
      requireRoundEnded(input);
      return chat.send(input);
    },
    'chat.stop': ({ messageId }) => nothing(stop(messageId)),
    'chat.regenerate': chat.regenerate,
    'chat.answerTools': (input) => chat.answerTools(input),
    'chat.run': chat.run,
    'chat.editMessage': edits.editMessage,
    'chat.insertMessages': edits.insertMessages,
    'chat.moveMessage': edits.moveMessage,
    'chat.removeMessage': edits.removeMessage,
    'chat.rewriteBranch': edits.rewriteBranch,
    'chat.undoEdit': edits.undoEdit,
    'chat.lastEdit': ({ conversationId }) => edits.lastEdit(conversationId),
    'chat.setCachePoint': (input) => nothing(setCachePoint(ports, replies, input)),
    'chat.toolRound': ({ messageId }) => rounds.of(messageId),
    'tools.run': ({ source, argumentsText }) => ports.runFunction(source, argumentsText),
    'chat.continue': (input) => chat.continue(input).then(nothing),
    'chat.enqueue': (input) => queue.enqueue(input).then(nothing),
    'chat.dequeue': ({ messageId }) => nothing(queue.dequeue(messageId)),
  } satisfies Partial<Handlers>;
}

export function conversationHandlers(
  ports: Ports,
  { events, replies, profiles }: Pick<ChatServices, 'events' | 'replies' | 'profiles'>,
) {
  const conversations = createConversations(ports, events, replies);
  const tree = createTreeEdits(ports, events, replies);
  const saveDraft = (input: CheckedInput<'conversations.saveDraft'>) => {
    conversations.saveDraft(input);
    if (input.text !== '') profiles.expectChat(profileOfChatCall(ports, input.id, profiles.activeId()));
  };
  return {
    'conversations.list': conversations.list,
    'conversations.get': ({ id }) => conversations.get(id),
    'conversations.rename': (input) => nothing(conversations.rename(input)),
    'conversations.remove': ({ id }) => conversations.remove(id).then(nothing),
    'conversations.restore': ({ id }) => nothing(conversations.restore(id)),
    'conversations.pin': (input) => nothing(conversations.pin(input)),
    'conversations.markRead': ({ id }) => nothing(conversations.markRead(id)),
    'conversations.saveDraft': (input) => nothing(saveDraft(input)),
    'conversations.search': conversations.search,
    'conversations.fork': (input) => nothing(tree.fork(input)),
    'messages.remove': ({ id }) => nothing(tree.remove(id)),
    'messages.restore': ({ id }) => nothing(tree.restore(id)),
    'conversations.configure': (input) => nothing(conversations.configure(input)),
    'conversations.outline': ({ id }) => conversations.outline(id),
    'conversations.showBranch': (input) => nothing(conversations.showBranch(input)),
    'messages.askedFormat': ({ id }) => ports.storage.messages.askedFormat(id),
    'messages.logprobs': ({ id }) => ports.storage.messages.logprobs(id),
    'messages.get': ({ ids }) => conversations.messages(ids),
    'messages.page': conversations.page,
  } satisfies Partial<Handlers>;
}

export function bodyHandlers(ports: Ports, services: ChatServices) {
  const bodies = createChatBodies(ports, services);
  return {
    'body.get': bodies.get,
    'body.apply': bodies.apply,
    'body.open': bodies.open,
    'body.getMessage': bodies.getMessage,
    'body.applyMessage': bodies.applyMessage,
  } satisfies Partial<Handlers>;
}
