/** A chat as the JSON of the request that it is, read from it and made of it. Nothing here sends anything. */
import { z } from 'zod';
import type { ChatEdit } from '../chat/edits';
import type { RunSettings } from '../run/chat-settings';
import { answers, id } from './spec';

/** Of the text of a body: a call as a whole takes 8 MB. */
export const bodyLimits = { characters: 7_500_000, depth: 150, messages: 10_000 } as const;

export interface ChatBody {
  /** JSON with an indent of two. */
  readonly text: string;
  /** The end of the branch that it was made of; `null` where the chat has no message. */
  readonly leafId: string | null;
}

export interface AppliedBody {
  /** Undone by `chat.undoEdit`; `null` where no message was changed. */
  readonly edit: ChatEdit | null;
  /** What the chat had, for `conversations.configure` where it is undone. */
  readonly before: { readonly model: string | null; readonly settings: RunSettings };
}

const edit = { editId: z.uuid() };
const text = z.string().max(bodyLimits.characters);

export const bodyCommands = {
  /** The body that would be sent for the visible branch, in the words of the profile in use. */
  'body.get': answers<ChatBody>()(() => z.strictObject({ conversationId: id })),
  /**
   * Makes the branch that this body is: what is unchanged stays or is copied, the rest is new, and what was there stays as
   * another branch. Model and settings become those of the body. The window makes `editId`, once per intent.
   */
  'body.apply': answers<AppliedBody>()(() =>
    z.strictObject({ ...edit, conversationId: id, leafId: id.nullable(), text }),
  ),
  /** A new chat with the messages and the settings of a body. */
  'body.open': answers<{ conversationId: string }>()(() => z.strictObject({ newId: z.uuid(), text })),
  /** What is sent of one message of the visible branch: an object, or a list for the results of several tools. */
  'body.getMessage': answers<{ text: string }>()(() => z.strictObject({ messageId: id })),
  /** The same as `body.apply` with this message changed and all others as they are. */
  'body.applyMessage': answers<AppliedBody>()(() => z.strictObject({ ...edit, messageId: id, text })),
};
