/** What can be told from a draft alone. */
import type { Attachment } from '../../../shared/attachments';
import type { Attempt, Draft } from './person';

const idsOf = (attachments: readonly Attachment[] = []): string => attachments.map(({ id }) => id).join(' ');

/** Whether there is anything to send: words, images, or both. */
export const saysSomething = ({ text, attachments = [] }: Draft): boolean =>
  text.trim() !== '' || attachments.length > 0;

/** Whether the core holds it as it is. */
export const isSaved = ({ text, attachments, saved, savedImages = '' }: Draft): boolean =>
  text === saved && idsOf(attachments) === savedImages;

export const asSaved = ({ text, attachments }: Draft): Partial<Draft> => ({
  saved: text,
  savedImages: idsOf(attachments),
});

/** Whether an attempt was for this very draft. */
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
