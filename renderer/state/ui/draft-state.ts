/** A draft of a message, and functions that need only the draft. */

import type { AppErrorData } from '../../../shared/errors';
import type { AddedFile, StoredFile } from '../../../shared/media/files';

/** A message being sent to the core. */
export interface Attempt {
  readonly messageId: string;
  readonly text: string;
  readonly attachments?: readonly StoredFile[];
}

export interface Draft {
  readonly text: string;
  readonly attachments?: readonly AddedFile[];
  /** The text that the core holds; absent where it has none. */
  readonly saved?: string;
  /** The same for its images, by id. */
  readonly savedImages?: string;
  /** Typed before the core had reported the chat, which may hold a draft of its own. */
  readonly isAhead?: boolean;
  /** The id made for exactly this text; kept until the core accepted it, so that a retry sends nothing twice. */
  readonly attempt?: Attempt;
  readonly sending?: boolean;
  /** Why the last attempt was refused. */
  readonly error?: AppErrorData;
}

const idsOf = (attachments: readonly StoredFile[] = []): string =>
  attachments.map(({ id, way = '' }) => id + way).join(' ');

/** Whether there is anything to send: text, images, or both. */
export const saysSomething = ({ text, attachments = [] }: Draft): boolean =>
  text.trim() !== '' || attachments.length > 0;

/** Whether the core holds it unchanged. */
export const isSaved = ({ text, attachments, saved, savedImages = '' }: Draft): boolean =>
  text === saved && idsOf(attachments) === savedImages;

export const asSaved = ({ text, attachments }: Draft): Partial<Draft> => ({
  saved: text,
  savedImages: idsOf(attachments),
});

/** Whether an attempt was for exactly this draft. */
export const isAttemptAt = (attempt: Attempt, { text, attachments }: Draft): boolean =>
  attempt.text === text && idsOf(attempt.attachments) === idsOf(attachments);

/** What was added to a draft since it was sent. */
export function restOf({ text, attachments = [] }: Draft, sent: Omit<Attempt, 'messageId'>): Draft {
  const sentIds = new Set(sent.attachments?.map(({ id }) => id));
  return {
    text: text.startsWith(sent.text) ? text.slice(sent.text.length) : text,
    attachments: attachments.filter(({ id }) => !sentIds.has(id)),
  };
}

/** What was typed before anything was known of a draft, below that draft. */
export const joined = (held: Draft, typed: Draft): Draft => ({
  ...held,
  text: [held.text, typed.text].filter((text) => text !== '').join('\n'),
  attachments: [...(held.attachments ?? []), ...(typed.attachments ?? [])],
  isAhead: undefined,
});
