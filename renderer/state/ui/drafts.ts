/**
 * Typed text that was not sent: in each chat, and in each message that is being edited.
 *
 * The page holds the newest text; the core stores it for the next start. Where the page has none, the core's applies.
 */
import { useMemo } from 'react';
import type { Attachment } from '../../../shared/attachments';
import type { CoreState } from '../core/apply-event';
import { useCoreState } from '../core/core-state';
import { type Attempt, asSaved, type Draft, restOf, saysSomething } from './draft-state';
import { NEW_CHAT } from './route';
import { useUiState } from './ui-state';

const emptyDraft: Draft = { text: '' };

const editMark = 'edit:';
/** The draft key of an edited message; the page stores it, the core does not. */
export const editKey = (messageId: string): string => `${editMark}${messageId}`;
export const isEdit = (key: string): boolean => key.startsWith(editMark);

const coreText = (key: string) => (reported: CoreState) =>
  key === NEW_CHAT ? (reported.app?.newChatDraft ?? '') : (reported.conversations[key]?.draft ?? '');

const noImages: readonly Attachment[] = [];

const coreImages = (key: string) => (reported: CoreState) =>
  key === NEW_CHAT
    ? (reported.app?.newChatAttachments ?? noImages)
    : (reported.conversations[key]?.draftAttachments ?? noImages);

function draftOfCore(text: string, attachments: readonly Attachment[]): Draft {
  if (text === '' && attachments.length === 0) return emptyDraft;
  return { text, attachments, ...asSaved({ text, attachments }) };
}

export function draftOf(key: string): Draft {
  const reported = useCoreState.getState();
  return useUiState.getState().drafts[key] ?? draftOfCore(coreText(key)(reported), coreImages(key)(reported));
}

export function useDraft(key: string): Draft {
  const own = useUiState(({ drafts }) => drafts[key]);
  const text = useCoreState(coreText(key));
  const images = useCoreState(coreImages(key));
  return useMemo(() => own ?? draftOfCore(text, images), [own, text, images]);
}

/** Whether there is an unsent draft, for the list of chats. */
export function useHasDraft(key: string): boolean {
  const own = useUiState(({ drafts }) => (drafts[key] === undefined ? null : saysSomething(drafts[key])));
  const kept = useCoreState(
    (reported) => coreText(key)(reported) !== '' || coreImages(key)(reported).length > 0,
  );
  return own ?? kept;
}

export function setDraft(key: string, change: Partial<Draft>): void {
  const draft = draftOf(key);
  useUiState.setState(({ drafts }) => ({ drafts: { ...drafts, [key]: { ...draft, ...change } } }));
}

export function dropDraft(key: string): void {
  useUiState.setState(({ drafts: { [key]: _dropped, ...drafts } }) => ({ drafts }));
}

/** Clears what was sent and keeps text typed since. */
export function draftAccepted(key: string, sent: Omit<Attempt, 'messageId'>): void {
  if (isEdit(key)) dropDraft(key);
  else setDraft(key, { ...restOf(draftOf(key), sent), attempt: undefined, error: undefined });
}

/** A stored message needs no retry, even where the answer that said so was lost. */
export function settleDrafts(messageId: string): void {
  for (const [key, { attempt, sending }] of Object.entries(useUiState.getState().drafts)) {
    if (attempt?.messageId === messageId && !sending) draftAccepted(key, attempt);
  }
}
