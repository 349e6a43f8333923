/** Edits of the messages of a chat, and replies asked for at any of them. */
import { z } from 'zod';
import { type ChatEdit, editLimits } from '../chat/edits';
import { mediaPartTypes, messageRoles, partLimits, rawPartTypes, textPartTypes } from '../chat/parts';
import { limits } from '../limits';
import { chatPlan } from '../run/request-schema';
import { runSettingsSchema } from '../run/settings-schema';
import { attachmentRefs } from './attachments-commands';
import { answers, id, isConfirmed, model } from './spec';

const file = attachmentRefs.element;

/** `kept` names a part of the message that is edited, which stays as it is. */
const editedPart = z.union([
  z.strictObject({ kept: z.string().min(1).max(150) }),
  z.strictObject({ type: z.enum(textPartTypes), text: z.string().max(editLimits.textCharacters) }),
  z.strictObject({ type: z.enum(rawPartTypes), raw: z.json() }),
  z.strictObject({ type: z.enum(mediaPartTypes), file }),
]);
const editedParts = z.array(editedPart).min(1).max(partLimits.partsOfMessage);
const editedRole = z.enum(messageRoles);
const writtenMessage = z.strictObject({ role: editedRole, parts: editedParts });

/** The window makes `editId`, once per intent: the same id a second time changes nothing. */
const edit = { editId: z.uuid() };

/**
 * A reply to the branch that ends in a message. Where that is one of the model, or `beginning` is given, the reply begins
 * with these words and the model goes on from them.
 */
export const chatRun = chatPlan
  .pick({ model: true, profileId: true })
  .partial()
  .extend({
    messageId: id,
    replyId: z.uuid(),
    beginning: z.string().max(limits.messageCharacters).optional(),
    isConfirmed,
  });

/** Each makes a branch beside the one that is shown, which stays, and shows it. None of them costs anything. */
export const chatEditCommands = {
  /** Replaces the parts or the role of a message of any role; what follows it is copied behind. */
  'chat.editMessage': answers<ChatEdit>()(() =>
    z.strictObject({ ...edit, messageId: id, role: editedRole.optional(), parts: editedParts.optional() }),
  ),
  /**
   * Puts messages before or after another; `nextTo: null` is the beginning of the chat. With `newChat` a chat that isn't
   * there yet is made, with this model and these settings.
   */
  'chat.insertMessages': answers<ChatEdit>()(() =>
    z.strictObject({
      ...edit,
      conversationId: id,
      nextTo: id.nullable(),
      newChat: z.strictObject({ model: model.nullable(), settings: runSettingsSchema }).optional(),
      place: z.enum(['before', 'after']),
      messages: z.array(writtenMessage).min(1).max(editLimits.messages),
    }),
  ),
  /** Moves a message before or after another of its branch. */
  'chat.moveMessage': answers<ChatEdit>()(() =>
    z.strictObject({ ...edit, messageId: id, nextTo: id, place: z.enum(['before', 'after']) }),
  ),
  /** Leaves one message out; what follows it stays. */
  'chat.removeMessage': answers<ChatEdit>()(() => z.strictObject({ ...edit, messageId: id })),
  /**
   * Writes the branch that is shown as a whole: messages of it that stay, by their ids, changed ones (`of` is the message
   * that each was before) and new ones.
   */
  'chat.rewriteBranch': answers<ChatEdit>()(() =>
    z.strictObject({
      ...edit,
      conversationId: id,
      messages: z
        .array(z.union([z.strictObject({ kept: id }), writtenMessage.extend({ of: id.optional() })]))
        .max(editLimits.messages),
    }),
  ),
  /**
   * Shows what was there before the newest edit of the branch that is shown, or before the one that is named. What the
   * edit made is deleted, unless the chat went on from it.
   */
  'chat.undoEdit': answers<ChatEdit>()(() =>
    z.strictObject({ conversationId: id, editId: z.uuid().optional() }),
  ),
  /** What `chat.undoEdit` would take back; `null` where nothing that is on show was edited. */
  'chat.lastEdit': answers<ChatEdit | null>()(() => z.strictObject({ conversationId: id })),
  /** Makes a message a place up to which the gateway keeps the prompt, or takes that away: in place, without a branch. */
  'chat.setCachePoint': answers<null>()(() => z.strictObject({ messageId: id, isOn: z.boolean() })),
  /** The window makes `replyId`, once per intent, as for `chat.regenerate`. */
  'chat.run': answers<{ replyId: string }>()(() => chatRun),
};
