/** Sending messages to a model, and controlling its replies. */
import { z } from 'zod';
import { roundLimits, type ToolRound } from '../chat/tool-calls';
import { limits } from '../limits';
import { chatPlan, chatRequest } from '../run/request-schema';
import { toolLimits } from '../run/tools';
import { nothingSaid, saysSomething } from './attachments-commands';
import { answers, id, isConfirmed } from './spec';

export const chatSend = chatRequest.extend({
  conversationId: id.nullable(),
  messageId: z.uuid(),
  /**
   * The message it answers; by default the end of the visible branch. Editing names the parent of the edited message.
   */
  parentId: id.nullable().optional(),
  /** The message that it is an edit of: where that is a cache point, so is this. */
  editOf: id.optional(),
  /** The model and the settings are of this request alone: the chat keeps its own. */
  keepsSettings: z.boolean().optional(),
  isConfirmed,
});

/** The settings are those of the chat, and so is the model unless another is named. */
export const chatRegenerate = chatPlan
  .pick({ model: true, profileId: true })
  .partial()
  .extend({ messageId: id, replyId: z.uuid(), isConfirmed });

export const chatContinue = z.strictObject({ messageId: id, intentId: z.uuid(), isConfirmed });

/** What is answered to each call of a reply; the reply that follows has the settings and the model of its chat. */
export const chatAnswerTools = z.strictObject({
  messageId: id,
  toolMessageId: z.uuid(),
  results: z
    .array(
      z.strictObject({
        callId: z.string().min(1).max(roundLimits.callIdCharacters),
        content: z.string().max(limits.messageCharacters),
      }),
    )
    .min(1)
    .max(roundLimits.results),
  isConfirmed,
});

export const chatCommands = {
  /**
   * Stores the message, then starts the reply; returns once both are on the disk. The window makes `messageId`, once
   * per intent: the same id a second time starts nothing and charges nothing. `conversationId: null` starts a chat.
   */
  'chat.send': answers<{ conversationId: string; replyId: string }>()(() =>
    chatSend.refine(saysSomething, nothingSaid),
  ),
  /**
   * Stores a message until the running reply has ended, then sends it, also when no window is open; with the profile in
   * use, unless another is by then.
   */
  'chat.enqueue': answers<null>()(() =>
    chatRequest
      .omit({ profileId: true })
      .extend({ conversationId: id, messageId: z.uuid() })
      .refine(saysSomething, nothingSaid),
  ),
  'chat.dequeue': answers<null>()(() => z.strictObject({ messageId: id })),
  /** Continues a reply that was cut, stopped or ran out of tokens; `intentId` is made once per intent. */
  'chat.continue': answers<null>()(() => chatContinue),
  /** Stops the reply; what has arrived is kept. Stopping a reply that has ended does nothing. */
  'chat.stop': answers<null>()(() => z.strictObject({ messageId: id })),
  /**
   * A new reply beside an existing one, with the conversation's current settings, and its current model unless another
   * is named, which then makes this reply alone. The window makes `replyId`, once per intent, as `messageId` in
   * `chat.send`.
   */
  'chat.regenerate': answers<{ replyId: string }>()(() => chatRegenerate),
  /**
   * Stores the results as one message of the role `tool` after the reply that asked for them, and asks for the next
   * reply. Each call of the reply needs a result. The window makes `toolMessageId`, once per intent: the same id a second
   * time starts nothing.
   */
  'chat.answerTools': answers<{ replyId: string }>()(() => chatAnswerTools),
  /** How far the chat has come by itself with the calls of a reply; `toolRound.changed` reports each change. */
  'chat.toolRound': answers<ToolRound>()(() => z.strictObject({ messageId: id })),
  /** Runs a function of a tool, and sends nothing. What is wrong with the function is in its `error`. */
  'tools.run': answers<{ readonly content: string } | { readonly error: string }>()(() =>
    z.strictObject({
      source: z.string().max(toolLimits.answerCharacters),
      argumentsText: z.string().max(limits.messageCharacters),
    }),
  ),
};
