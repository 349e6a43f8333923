/** Chats and their messages, as the core reported them. */
import type { Conversation, ConversationPage, Message, MessagePage } from '../../../shared/chat/chat';
import { jobsOf } from '../../../shared/chat/parts';
import type { AppEvent } from '../../../shared/contract';
import { type JobsAndMedia, withFoundJobs } from './apply-jobs-and-media';
import { keepEqualParts } from './keep-equal';
import { appendCall, appendDelta, type LiveText, liveTextOf, mergePagedText } from './live-text';

export interface Chats {
  readonly conversations: Readonly<Record<string, Conversation>>;
  /** Cursor of the list of conversations; `null` at its end. */
  readonly listCursor: string | null;
  /** Keeps a late page from restoring what was deleted meanwhile. */
  readonly removedIds: ReadonlySet<string>;
  readonly messages: Readonly<Record<string, Message>>;
  /** Text of the streaming replies, apart from `messages` so that one delta changes one small record. */
  readonly live: Readonly<Record<string, LiveText>>;
}

export const noChats: Chats = {
  conversations: {},
  listCursor: null,
  removedIds: new Set(),
  messages: {},
  live: {},
};

/** Replies bring jobs of their own: the media inside them. */
type Replies = Chats & JobsAndMedia;

export function withConversation<State extends Replies>(state: State, conversation: Conversation): State {
  const { id } = conversation;
  const known = keepEqualParts(state.conversations[id], conversation);
  const conversations = { ...state.conversations, [id]: known };
  if (!state.removedIds.has(id)) return { ...state, conversations };
  // Restored: its pages count again.
  const removedIds = new Set([...state.removedIds].filter((removed) => removed !== id));
  return { ...state, conversations, removedIds };
}

export function withConversationPage<State extends Replies>(state: State, page: ConversationPage): State {
  return { ...withAdded(state, page.conversations), listCursor: page.nextCursor };
}

/** An event is at least as new as any answer that was requested before it, so an answer only adds. */
export function withAdded<State extends Replies>(state: State, read: readonly Conversation[]): State {
  const added = read.filter(({ id }) => !state.removedIds.has(id));
  return { ...state, conversations: { ...byId(added), ...state.conversations } };
}

export function withoutConversation<State extends Replies>(state: State, conversationId: string): State {
  const { [conversationId]: _removed, ...conversations } = state.conversations;
  const kept = Object.values(state.messages).filter((message) => message.conversationId !== conversationId);
  return {
    ...state,
    conversations,
    removedIds: new Set(state.removedIds).add(conversationId),
    messages: byId(kept),
    live: Object.fromEntries(Object.entries(state.live).filter(([id]) => kept.some((one) => one.id === id))),
  };
}

export function withMessage<State extends Replies>(state: State, message: Message): State {
  const messages = { ...state.messages, ...siblingsOf(state, message), [message.id]: message };
  const { [message.id]: known, ...otherLive } = state.live;
  const found = withFoundJobs(state, jobsOf(message.parts));
  if (message.status !== 'streaming')
    return { ...state, ...found, messages, live: known ? otherLive : state.live };
  return {
    ...state,
    ...found,
    messages,
    live: { ...otherLive, [message.id]: mergePagedText(known, message) },
  };
}

/** A new reply also changes the sibling count of the replies beside it, which only its own record reports. */
function siblingsOf(state: Chats, { siblingIds }: Message): Record<string, Message> {
  const known = siblingIds.map((id) => state.messages[id]).filter((one) => one !== undefined);
  return byId(known.map((one) => ({ ...one, siblingIds })));
}

interface PagedMessages {
  readonly page: MessagePage;
  readonly asOf: Chats;
}

/** Adds a page with one copy of the records, however many messages are loaded. */
export function withMessagePage<State extends Replies>(state: State, { page, asOf }: PagedMessages): State {
  if (state.removedIds.has(page.conversationId)) return state;
  const messages = { ...state.messages };
  const live = { ...state.live };
  for (const message of page.messages) {
    const known = messages[message.id];
    // An event about the message arrived while the page was loading: the event is newer.
    const isOld = known !== undefined && known !== asOf.messages[message.id];
    if (isOld && (hasEnded(known) || message.status !== 'streaming')) continue;
    if (!isOld) messages[message.id] = message;
    if (message.status === 'streaming') live[message.id] = mergePagedText(live[message.id], message);
    else delete live[message.id];
  }
  const jobs = page.messages.flatMap((message) => jobsOf(message.parts));
  return { ...state, ...withFoundJobs(state, jobs), messages, live };
}

const hasEnded = (message: Message | undefined) => message !== undefined && message.status !== 'streaming';

/** What came of a reply that is being written. */
export function withPiece<State extends Replies>(
  state: State,
  piece: Extract<AppEvent, { type: 'message.delta' | 'message.call' }>,
): State {
  const message = state.messages[piece.messageId];
  if (message?.status !== 'streaming') return state;
  const known = state.live[piece.messageId] ?? liveTextOf(message);
  const next = piece.type === 'message.call' ? appendCall(known, piece) : appendDelta(known, piece);
  return next === known ? state : { ...state, live: { ...state.live, [piece.messageId]: next } };
}

export function byId<Item extends { readonly id: string }>(items: readonly Item[]): Record<string, Item> {
  return Object.fromEntries(items.map((item) => [item.id, item]));
}
