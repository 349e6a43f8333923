/** The tables that chats need. */
import type {
  Conversation,
  ConversationPage,
  Message,
  MessagePage,
  OutlineEntry,
  SearchHit,
} from '../../../shared/chat/chat';
import type { TokenChance } from '../../../shared/chat/logprobs';
import type { ConversationOwner } from '../../../shared/chat/owner';
import type { MediaPartType } from '../../../shared/chat/parts';
import type { WrittenPart } from '../../../shared/chat/written-parts';
import type { FileRef, StoredFile } from '../../../shared/media/files';
import type { Cost } from '../../../shared/money/cost';
import type { RunSettings } from '../../../shared/run/chat-settings';
import type { SchemaFormat } from '../../../shared/run/response-format';

/** The fields of a reply that are saved while it streams and when it ends. */
export type ReplyUpdate = Pick<
  Message,
  | 'id'
  | 'status'
  | 'finishedAt'
  | 'finishReason'
  | 'usage'
  | 'firstTokenMs'
  | 'totalMs'
  | 'requestId'
  | 'error'
  | 'answeredModel'
  | 'prices'
  | 'thinkingMs'
> & {
  readonly parts: readonly WrittenPart[];
  /** Of its tokens; those that are stored are replaced. */
  readonly logprobs?: readonly TokenChance[];
};

export interface NewMessage {
  readonly id: string;
  readonly conversationId: string;
  readonly parentId: string | null;
  readonly role: Message['role'];
  /** Its stored files are stored already. */
  readonly parts: readonly WrittenPart[];
  readonly status: Message['status'];
  readonly model: string | null;
  readonly profileId: string | null;
  readonly idempotencyKey: string | null;
  readonly createdAt: number;
  /** The key of the response format that a reply is asked for (`formatKey`); absent where that is text. */
  readonly askedFormat?: string | undefined;
  /** What a message that came in a file cost where it was made, as far as it is known; no call of this computer. */
  readonly statedCost?: Cost | null;
  readonly change?: Message['change'];
}

/** A reply that was still streaming when the app ended, with what is needed to mark it as interrupted. */
export interface OrphanedReply {
  readonly id: string;
  readonly conversationId: string;
  readonly profileId: string;
  readonly model: string | null;
  readonly idempotencyKey: string | null;
  /** Its call waited, and nothing of it was sent. */
  readonly isHeld: boolean;
}

/** A queued message with the model and settings it will be sent with. */
export interface QueuedTurn {
  readonly id: string;
  readonly conversationId: string;
  readonly text: string;
  readonly attachments: readonly StoredFile[];
  readonly model: string;
  readonly settings: RunSettings;
  /** The profile that pays for it; `null` where an earlier version queued it. */
  readonly profileId: string | null;
  /** The end of the branch it was typed in; `null` where an earlier version queued it, or the chat had no message. */
  readonly parentId: string | null;
}

export interface ConversationStore {
  page(cursor: string | null, limit: number): ConversationPage;
  get(id: string): Conversation | undefined;
  create(
    row: Pick<Conversation, 'id' | 'title' | 'createdAt' | 'model' | 'settings'> &
      Partial<Pick<Conversation, 'owner'>>,
  ): void;
  /** Sets the owner; `null` makes it an ordinary chat. */
  setOwner(id: string, owner: ConversationOwner | null): void;
  /** Hides all conversations of an owner, or shows them again with `null`. */
  setRemovedOf(owner: ConversationOwner, at: number | null): void;
  /** With `byPerson`, the title is the user's, and the app no longer replaces it. */
  rename(id: string, title: string, byPerson: boolean): void;
  /** Hides it, or shows it again with `null`. */
  setRemoved(id: string, at: number | null): void;
  /** Deletes hidden conversations for good. */
  purgeRemoved(): void;
  mark(id: string, change: { isPinned?: boolean; isUnread?: boolean; draft?: string }): void;
  /** @param of what to search; both if left out, titles first */
  search(query: string, limit: number, of?: 'titles' | 'messages'): readonly SearchHit[];
  enqueue(message: Omit<QueuedTurn, 'attachments'> & { attachments?: readonly FileRef[] }): void;
  dequeue(messageId: string): QueuedTurn | undefined;
  queuedTurn(messageId: string): QueuedTurn | undefined;
  nextQueued(conversationId: string): QueuedTurn | undefined;
  configure(id: string, change: { model?: string | null; settings?: RunSettings }): void;
  /** Shows the branch ending in `leafId`; `updatedAt` moves the conversation up the list. */
  setLeaf(id: string, leafId: string | null, updatedAt?: number): void;
}

export interface MessageStore {
  /** Of the tokens of a reply; empty where none are kept. */
  logprobs(id: string): readonly TokenChance[];
  /** The schema that a reply was asked with; `null` where it had none, or was asked by an earlier version. */
  askedFormat(id: string): SchemaFormat | null;
  /** Keeps a schema under its `formatKey`, for the replies of a chat that were asked with it. */
  keepFormat(conversationId: string, key: string, format: SchemaFormat): void;
  /** The settings that a reply was asked with; `null` where they were not kept. */
  askedSettings(reply: Pick<Message, 'id' | 'conversationId'>): RunSettings | null;
  keepSettings(reply: Pick<Message, 'id' | 'conversationId'>, settings: RunSettings): void;
  /** How many characters of a reply were given to it; 0 where it began by itself. */
  beginning(reply: Pick<Message, 'id' | 'conversationId'>): number;
  noteBeginning(reply: Pick<Message, 'id' | 'conversationId'>, characters: number): void;
  get(id: string): Message | undefined;
  insert(message: NewMessage): void;
  /** Makes these its parts; what came with a reply stays. */
  setParts(id: string, parts: readonly WrittenPart[]): void;
  /** Adds what came with a reply behind its other parts, and to copies made of it meanwhile; once. */
  addResult(id: string, result: { readonly type: MediaPartType; readonly jobId: string }): void;
  /** What still comes with a reply that is being written is added to its copy as well, however often that is copied. */
  shareMedia(fromId: string, withId: string): void;
  /** What came with the reply before stays, also where it is not among the parts. */
  update(reply: ReplyUpdate): void;
  /** Stores whether the call of a reply waits with nothing of it sent. */
  setHeld(id: string, isHeld: boolean): void;
  /** The profile of a chat's newest reply; `null` where it has none. */
  lastProfileId(conversationId: string): string | null;
  /** Every message of a conversation, oldest first. */
  tree(conversationId: string): readonly Message[];
  /** The same, each with the beginning of its text alone. */
  outline(conversationId: string): readonly OutlineEntry[];
  /** The last `limit` messages of the branch that ends in `leafId`, oldest first. */
  pathEndingIn(conversationId: string, leafId: string, limit: number): MessagePage;
  /**
   * The messages needed to measure a branch, oldest first: from the newest reply of `model` with prompt tokens reported
   * by the gateway to `leafId`, or the whole branch if there is no such reply. Less where another model has counted what
   * is above, and images make the most that it can have unknown.
   */
  endOfBranch(
    conversationId: string,
    leafId: string,
    model: string,
  ): readonly Pick<Message, 'usage' | 'parts' | 'model'>[];
  /** Whether any message of a conversation may have a cache point with a `ttl`; never `false` where one does. */
  mayKeepLong(conversationId: string): boolean;
  /** The newest leaf below this message; its own id if it is a leaf. */
  newestLeafBelow(id: string): string;
  /** Whether a message is `ancestorId` itself or one of those below it. */
  isAtOrBelow(id: string, ancestorId: string): boolean;
  /** Whether so many messages are at or below this one, and no call was made for any of them. */
  isUncalled(id: string, count: number): boolean;
  firstReplyTo(id: string): string | null;
  /** Marks a reply as streaming again, under a new key: continuing it is a separate request, of the model asked now. */
  reopen(
    id: string,
    call: { readonly profileId: string; readonly model: string; readonly idempotencyKey: string },
  ): void;
  idempotencyKey(id: string): string | null;
  /** Hides a message and everything below it, or shows them again with `null`. */
  setRemoved(id: string, at: number | null): void;
  purgeRemoved(): void;
  orphanedReplies(): OrphanedReply[];
}
