/** Edits of a chat: each makes a branch beside what was there, which stays. */
import type { FileRef } from '../media/files';
import type { MediaPartType, MessageRole, RawPartType, TextPartType } from './parts';

/** How a person made a message that no gateway sent and that was not typed to be sent. */
export const messageChanges = ['edited', 'inserted', 'moved', 'copied'] as const;
export type MessageChange = (typeof messageChanges)[number];

export const editKinds = ['edit', 'insert', 'move', 'remove', 'rewrite'] as const;
export type EditKind = (typeof editKinds)[number];

export interface ChatEdit {
  /** Made by the window, once per intent. */
  readonly id: string;
  readonly conversationId: string;
  readonly kind: EditKind;
  /** The message it was about, as it was before; `null` where several were, or a new one. */
  readonly ofId: string | null;
  /** The same message in the new branch; `null` where it is not in it. */
  readonly messageId: string | null;
  /** The first message of the new branch; `null` where that only ends earlier than the one before. */
  readonly madeId: string | null;
  /** How many messages it made: the changed one and copies of those behind it. */
  readonly made: number;
  /** The ends of the branches before and after it; `null` where a chat is empty. */
  readonly beforeLeafId: string | null;
  readonly afterLeafId: string | null;
  readonly at: number;
  readonly undoneAt: number | null;
}

export const editLimits = {
  /** Of one text, as long as replies may be. */
  textCharacters: 4_000_000,
  /** Of a branch that is written as a whole. */
  messages: 10_000,
} as const;

/** A part as a person wrote it. `kept` names a part of the message that is edited, which stays as it is. */
export type EditedPart =
  | { readonly kept: string }
  | { readonly type: TextPartType; readonly text: string }
  | { readonly type: RawPartType; readonly raw: unknown }
  | { readonly type: MediaPartType; readonly file: FileRef };

/** A message that is written by hand. */
export interface WrittenMessage {
  readonly role: MessageRole;
  readonly parts: readonly EditedPart[];
}
