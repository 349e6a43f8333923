/**
 * Typed text that was not sent: in each chat, and in each message that is being edited.
 *
 * The page holds the newest text; the core stores it for the next start. Where the page has none, the core's applies.
 */
import { useMemo } from 'react';
import type { StoredFile } from '../../../shared/media/files';
import type { CoreState } from '../core/apply-event';
import { useCoreState } from '../core/core-state';
import { type Attempt, asSaved, type Draft, joined, restOf, saysSomething } from './draft-state';
import { NEW_CHAT } from './route';
import { useUiState } from './ui-state';

const emptyDraft: Draft = { text: '' };

const editMark = 'edit:';
/** The draft key of an edited message; the page stores it, the core does not. */
export const editKey = (messageId: string): string => `${editMark}${messageId}`;
export const isEdit = (key: string): boolean => key.startsWith(editMark);

const coreText = (key: string) => (reported: CoreState) =>
  key === NEW_CHAT ? (reported.app?.newChatDraft ?? '') : (reported.conversations[key]?.draft ?? '');

/** Whether the core has reported a chat, and with it the draft that it holds. */
const isReported = (key: string) => (reported: CoreState) =>
  reported.app !== null && (key === NEW_CHAT || isEdit(key) || reported.conversations[key] !== undefined);

export const useIsReported = (key: string): boolean => useCoreState(isReported(key));

const noImages: readonly StoredFile[] = [];

const coreImages = (key: string) => (reported: CoreState) =>
  key === NEW_CHAT
    ? (reported.app?.newChatAttachments ?? noImages)
    : (reported.conversations[key]?.draftAttachments ?? noImages);

function draftOfCore(text: string, attachments: readonly StoredFile[]): Draft {
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
  const draft = useUiState.getState().drafts[key] ?? firstDraft(key);
  useUiState.setState(({ drafts }) => ({ drafts: { ...drafts, [key]: { ...draft, ...change } } }));
}

const firstDraft = (key: string): Draft =>
  isReported(key)(useCoreState.getState()) ? draftOf(key) : { text: '', isAhead: true };

/** Once the core has reported a chat, puts what was typed before below the draft that it holds. */
export function joinDrafts(key: string): void {
  const typed = useUiState.getState().drafts[key];
  if (typed?.isAhead !== true) return;
  const reported = useCoreState.getState();
  setDraft(key, joined(draftOfCore(coreText(key)(reported), coreImages(key)(reported)), typed));
}

/** Moves what was typed in a chat that no longer exists to the new chat. */
export function rescueTyped(key: string): void {
  const typed = useUiState.getState().drafts[key];
  if (typed?.isAhead !== true) return;
  joinDrafts(NEW_CHAT);
  setDraft(NEW_CHAT, joined(draftOf(NEW_CHAT), typed));
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
