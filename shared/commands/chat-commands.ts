/** Sending messages to a model, and controlling its replies. */
import { z } from 'zod';
import { runSettingsSchema } from '../chat';
import { limits } from '../limits';
import { attachmentRefs, nothingSaid, saysSomething } from './attachments-commands';
import { answers, id, isConfirmed, model } from './spec';

export const chatCommands = {
  /**
   * Stores the message, then starts the reply; returns once both are on the disk. The window makes `messageId`, once
   * per intent: the same id a second time starts nothing and charges nothing. `conversationId: null` starts a chat.
   */
  'chat.send': answers<{ conversationId: string; replyId: string }>()(
    z
      .strictObject({
        conversationId: id.nullable(),
        messageId: z.uuid(),
        text: z.string().max(limits.messageCharacters),
        attachments: attachmentRefs.optional(),
        model,
        settings: runSettingsSchema,
        /**
         * The message it answers; by default the end of the visible branch. Editing names the parent of the edited
         * message.
         */
        parentId: id.nullable().optional(),
        isConfirmed,
      })
      .refine(saysSomething, nothingSaid),
  ),
  /** Stores a message until the running reply has ended, then sends it, also when no window is open. */
  'chat.enqueue': answers<null>()(
    z
      .strictObject({
        conversationId: id,
        messageId: z.uuid(),
        text: z.string().max(limits.messageCharacters),
        attachments: attachmentRefs.optional(),
        model,
        settings: runSettingsSchema,
      })
      .refine(saysSomething, nothingSaid),
  ),
  'chat.dequeue': answers<null>()(z.strictObject({ messageId: id })),
  /** Continues a reply that was cut, stopped or ran out of tokens; `intentId` is made once per intent. */
  'chat.continue': answers<null>()(z.strictObject({ messageId: id, intentId: z.uuid(), isConfirmed })),
  /** Stops the reply; what has arrived is kept. Stopping a reply that has ended does nothing. */
  'chat.stop': answers<null>()(z.strictObject({ messageId: id })),
  /**
   * A new reply beside an existing one, with the conversation's current settings, and its current model unless another
   * is named, which then makes this reply alone. The window makes `replyId`, once per intent, as `messageId` in
   * `chat.send`.
   */
  'chat.regenerate': answers<{ replyId: string }>()(
    z.strictObject({ messageId: id, replyId: z.uuid(), model: model.optional(), isConfirmed }),
  ),
};
