/** What chats need of the database. */
import type { Attachment, AttachmentRef } from '../../../shared/attachments';
import type {
  Conversation,
  ConversationPage,
  Message,
  MessagePage,
  RunSettings,
  SearchHit,
} from '../../../shared/chat';
import type { ConversationOwner } from '../../../shared/owner';

/** A reply as its turn ends or is saved on the way. */
export type ReplyUpdate = Pick<
  Message,
  | 'id'
  | 'text'
  | 'reasoning'
  | 'status'
  | 'finishedAt'
  | 'finishReason'
  | 'usage'
  | 'firstTokenMs'
  | 'totalMs'
  | 'requestId'
  | 'error'
  | 'refusal'
  | 'toolCalls'
  | 'answeredModel'
>;

export interface NewMessage {
  readonly id: string;
  readonly conversationId: string;
  readonly parentId: string | null;
  readonly role: Message['role'];
  readonly text: string;
  readonly status: Message['status'];
  readonly model: string | null;
  readonly profileId: string | null;
  readonly idempotencyKey: string | null;
  readonly createdAt: number;
  /** Images that go with it; they are kept already. */
  readonly attachments?: readonly AttachmentRef[];
}

/** What is needed to flag a reply whose turn did not end with the app. */
export interface OrphanedReply {
  readonly id: string;
  readonly conversationId: string;
  readonly profileId: string;
  readonly model: string | null;
  readonly idempotencyKey: string | null;
}

/** A message that waits for the reply before it, with what it will be sent with. */
export interface QueuedTurn {
  readonly id: string;
  readonly conversationId: string;
  readonly text: string;
  readonly attachments: readonly Attachment[];
  readonly model: string;
  readonly settings: RunSettings;
}

export interface ConversationStore {
  page(cursor: string | null, limit: number): ConversationPage;
  get(id: string): Conversation | undefined;
  create(
    row: Pick<Conversation, 'id' | 'title' | 'createdAt' | 'model' | 'settings'> &
      Partial<Pick<Conversation, 'owner'>>,
  ): void;
  /** What it belongs to from now on; `null` makes it a chat of its own. */
  setOwner(id: string, owner: ConversationOwner | null): void;
  /** Hides every conversation that belongs to it, or with `null` shows them again. */
  setRemovedOf(owner: ConversationOwner, at: number | null): void;
  /** `byPerson`: a title the person gave is kept when the app would make one. */
  rename(id: string, title: string, byPerson: boolean): void;
  /** Hides it, or with `null` shows it again. */
  setRemoved(id: string, at: number | null): void;
  /** Deletes for good what was hidden. */
  purgeRemoved(): void;
  mark(id: string, change: { isPinned?: boolean; isUnread?: boolean; draft?: string }): void;
  /** @param of where to look: both where left out, titles first */
  search(query: string, limit: number, of?: 'titles' | 'messages'): readonly SearchHit[];
  enqueue(message: Omit<QueuedTurn, 'attachments'> & { attachments?: readonly AttachmentRef[] }): void;
  dequeue(messageId: string): QueuedTurn | undefined;
  nextQueued(conversationId: string): QueuedTurn | undefined;
  configure(id: string, change: { model?: string | null; settings?: RunSettings }): void;
  /** Shows the branch ending in `leafId`; `updatedAt` moves it up the list. */
  setLeaf(id: string, leafId: string | null, updatedAt?: number): void;
}

export interface MessageStore {
  get(id: string): Message | undefined;
  insert(message: NewMessage): void;
  update(reply: ReplyUpdate): void;
  /** The profile of a chat's newest reply; `null` where it has none. */
  lastProfileId(conversationId: string): string | null;
  /** Every message of a conversation, oldest first. */
  tree(conversationId: string): readonly Message[];
  /** The branch from `leafId` upwards, oldest first, at most `limit`. */
  pathEndingIn(conversationId: string, leafId: string, limit: number): MessagePage;
  /**
   * How large a branch is: its messages from the newest reply whose prompt the gateway counted down to `leafId`,
   * oldest first; the whole branch where it counted none.
   */
  endOfBranch(conversationId: string, leafId: string): readonly Pick<Message, 'text' | 'usage'>[];
  /** The newest message below this one, itself where nothing is below. */
  newestLeafBelow(id: string): string;
  firstReplyTo(id: string): string | null;
  /** A reply goes on being written: under a new key, since it is a call of its own. */
  reopen(id: string, call: { readonly profileId: string; readonly idempotencyKey: string }): void;
  idempotencyKey(id: string): string | null;
  /** Hides a message and all below it, or with `null` shows them again. */
  setRemoved(id: string, at: number | null): void;
  purgeRemoved(): void;
  orphanedReplies(): OrphanedReply[];
}
