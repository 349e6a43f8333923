/** Conversations and messages, as the core reports them. */
import type { CallWait } from '../calls/rate-limit';
import type { AppErrorData } from '../errors';
import type { StoredFile } from '../media/files';
import type { Cost } from '../money/cost';
import type { TokenPrices, TokenUsage } from '../money/token-usage';
import type { RunSettings } from '../run/chat-settings';
import type { MessageChange } from './edits';
import type { ConversationOwner } from './owner';
import type { MessageRole, Part, PartType } from './parts';

export type { TokenUsage } from '../money/token-usage';

/** The largest `n` that OpenAI accepts; further choices of a reply are noted and not kept. */
export const maxChoices = 128;

export interface Conversation {
  readonly id: string;
  readonly title: string;
  /** Milliseconds since the epoch, like every time in the app. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The last message of the visible branch; the transcript is the walk from here up the `parentId`s. */
  readonly leafId: string | null;
  readonly model: string | null;
  /** Every model that requests of this chat were sent to, the first one first. */
  readonly usedModels: readonly string[];
  readonly settings: RunSettings;
  /** Sum of all known charges of this conversation, whichever branch they were for. */
  readonly cost: Cost;
  /** True where at least one call ended without a response that states its cost. */
  readonly hasUnknownCost: boolean;
  /** What its imported messages cost where they were made; absent where none was imported. Never part of `cost`. */
  readonly paidElsewhere?: PaidElsewhere;
  /** The replies that are streaming right now. */
  readonly streamingMessageIds: readonly string[];
  readonly isPinned: boolean;
  /** A reply ended since the conversation was last opened. */
  readonly isUnread: boolean;
  /** Typed text that was not sent. */
  readonly draft: string;
  /** Images attached to the typed text. */
  readonly draftAttachments: readonly StoredFile[];
  /** Messages that wait for the running reply to end, in the order in which they will be sent. */
  readonly queued: readonly QueuedMessage[];
  /** `null` for an ordinary chat. */
  readonly owner: ConversationOwner | null;
}

/** The sum of what is known. */
export interface PaidElsewhere {
  readonly cost: Cost;
  readonly hasUnknownCost: boolean;
}

export interface QueuedMessage {
  readonly id: string;
  readonly text: string;
  readonly attachments: readonly StoredFile[];
}

/**
 * - `streaming`: the reply is arriving.
 * - `complete`: ended by the model.
 * - `stopped`: ended by you; what had arrived is kept.
 * - `interrupted`: cut off by a crash or a lost connection; what had arrived is kept.
 * - `failed`: refused or broken; `error` says why, its parts hold what had arrived.
 */
export type MessageStatus = 'streaming' | 'complete' | 'stopped' | 'interrupted' | 'failed';

export interface Message {
  readonly id: string;
  readonly conversationId: string;
  /** The message it answers; `null` for the first. Messages form a tree: a regenerated reply is a sibling. */
  readonly parentId: string | null;
  readonly role: MessageRole;
  /** What it consists of, in the order in which it was written or came. */
  readonly parts: readonly Part[];
  /** The text of its text parts (`textOf`); the core derives it. */
  readonly text: string;
  readonly status: MessageStatus;
  /** The model that the reply was requested from. */
  readonly model: string | null;
  /** The model that the gateway reported; `null` if it reported none. */
  readonly answeredModel: string | null;
  /** Profile of the request, for replies; `null` where it is not known. */
  readonly profileId: string | null;
  readonly createdAt: number;
  readonly finishedAt: number | null;
  readonly finishReason: string | null;
  readonly usage: TokenUsage | null;
  /** Of the model when it was asked; absent where they were not known, and where a reply took several requests. */
  readonly prices?: TokenPrices;
  /** How long it thought before it wrote, in milliseconds; absent where no thinking came. */
  readonly thinkingMs?: number;
  /** The probabilities of its tokens are kept: `messages.logprobs` has them. */
  readonly hasLogprobs?: boolean;
  /** From the request's start to the first text, in milliseconds. */
  readonly firstTokenMs: number | null;
  /** From the request's start to the end, in milliseconds. */
  readonly totalMs: number | null;
  /** Of this reply; `null` while unknown, which is not zero. */
  readonly cost: Cost | null;
  readonly requestId: string | null;
  /** The response format that the reply was asked for (`formatKey`); absent where that was text. */
  readonly askedFormat?: string;
  readonly error: AppErrorData | null;
  /** What its call waits for; absent once it is at the gateway, and where nothing is being written. Not stored. */
  readonly wait?: CallWait;
  /** How a person made it; absent where it came or was sent as it is. */
  readonly change?: MessageChange;
  /** All messages with the same parent, oldest first, this one included: "2 / 3". */
  readonly siblingIds: readonly string[];
}

/** A message in the outline of a chat: all its branches, without what the messages hold. */
export interface OutlineEntry
  extends Pick<Message, 'id' | 'parentId' | 'role' | 'model' | 'status' | 'createdAt'> {
  /** The beginning of its text; empty where it has none. */
  readonly words: string;
}

/** A page of a conversation's branch, oldest first. */
export interface MessagePage {
  readonly conversationId: string;
  readonly messages: readonly Message[];
  /** True where the branch continues above the first message of this page. */
  readonly hasMore: boolean;
}

/** One search result. */
export interface SearchHit {
  readonly conversationId: string;
  readonly title: string;
  /** `null` where the title matched. */
  readonly messageId: string | null;
  /** The text around the matches, which are enclosed in U+0002 and U+0003. */
  readonly snippet: string;
  /** The part of the message that the snippet is of; missing where it is the title or the message's text. */
  readonly part?: { readonly id: string; readonly type: PartType };
  readonly at: number;
}

/** A page of the conversation list, pinned ones first, then newest first. */
export interface ConversationPage {
  readonly conversations: readonly Conversation[];
  readonly nextCursor: string | null;
}
