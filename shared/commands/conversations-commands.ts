/** Chats and the messages in them. */
import { z } from 'zod';
import type {
  Conversation,
  ConversationPage,
  Message,
  MessagePage,
  OutlineEntry,
  SearchHit,
} from '../chat/chat';
import type { TokenChance } from '../chat/logprobs';
import { limits } from '../limits';
import type { SchemaFormat } from '../run/response-format';
import { runSettingsSchema } from '../run/settings-schema';
import { attachmentRefs } from './attachments-commands';
import { answers, cursor, id, model } from './spec';

export const conversationsCommands = {
  'conversations.list': answers<ConversationPage>()(() =>
    z.strictObject({ cursor, limit: z.int().min(1).max(200) }),
  ),
  /** A conversation that no page has returned yet. */
  'conversations.get': answers<Conversation>()(() => z.strictObject({ id })),
  'conversations.rename': answers<null>()(() =>
    z.strictObject({ id, title: z.string().trim().min(1).max(limits.titleCharacters) }),
  ),
  /** Can be undone by `conversations.restore` until the app is closed. */
  'conversations.remove': answers<null>()(() => z.strictObject({ id })),
  'conversations.restore': answers<null>()(() => z.strictObject({ id })),
  'conversations.pin': answers<null>()(() => z.strictObject({ id, isPinned: z.boolean() })),
  'conversations.markRead': answers<null>()(() => z.strictObject({ id })),
  /** Stored without an event: only the window that types needs to know. `id: null` is the draft of a new chat. */
  'conversations.saveDraft': answers<null>()(() =>
    z.strictObject({
      id: id.nullable(),
      text: z.string().max(limits.messageCharacters),
      attachments: attachmentRefs.optional(),
    }),
  ),
  /** A new conversation with the branch up to and including this message; `newId` is made once per intent. */
  'conversations.fork': answers<null>()(() => z.strictObject({ messageId: id, newId: z.uuid() })),
  /** Searches titles and messages, or one of the two alone; each word matches as a prefix. */
  'conversations.search': answers<readonly SearchHit[]>()(() =>
    z.strictObject({
      query: z.string().trim().min(1).max(300),
      limit: z.int().min(1).max(100),
      of: z.enum(['titles', 'messages']).optional(),
    }),
  ),
  /** Messages of any branch, in the requested order; deleted ones are left out. */
  'messages.get': answers<readonly Message[]>()(() => z.strictObject({ ids: z.array(id).min(1).max(50) })),
  /** The schema that a reply was asked with; `null` where it had none, or was asked by an earlier version. */
  'messages.askedFormat': answers<SchemaFormat | null>()(() => z.strictObject({ id })),
  /** The probabilities of the tokens of a reply; empty where none are kept. */
  'messages.logprobs': answers<readonly TokenChance[]>()(() => z.strictObject({ id })),
  /** Hides a message and what follows it; `messages.restore` shows it again until the app is closed. */
  'messages.remove': answers<null>()(() => z.strictObject({ id })),
  'messages.restore': answers<null>()(() => z.strictObject({ id })),
  /** Model and settings of the next turn, stored with the conversation. */
  'conversations.configure': answers<null>()(() =>
    z.strictObject({ id, model: model.nullable().optional(), settings: runSettingsSchema.optional() }),
  ),
  /** Shows the branch that holds this message, down to its newest end. */
  'conversations.showBranch': answers<null>()(() => z.strictObject({ id, messageId: id })),
  /** All messages of a chat in all its branches, oldest first; a parent comes before its replies. */
  'conversations.outline': answers<readonly OutlineEntry[]>()(() => z.strictObject({ id })),
  /** A page of the branch that ends in `leafId`, or of what comes before `beforeId`. */
  'messages.page': answers<MessagePage>()(() =>
    z.strictObject({ conversationId: id, beforeId: id.nullable(), limit: z.int().min(1).max(200) }),
  ),
};
