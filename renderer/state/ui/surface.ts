/** Where a prompt is inserted: the field of the last visible tab. */
import type { ModalityId } from '../../../shared/modalities/modalities';
import { focusSoon } from '../../lib/focus';
import { draftOf, setDraft } from './drafts';
import { formOf, setForm } from './forms';
import { openTab } from './navigation';
import { NEW_CHAT } from './route';
import { useUiState } from './ui-state';

let last: ModalityId = 'chat';

export const noteSurface = (modality: ModalityId): void => {
  last = modality;
};

export const lastSurface = (): ModalityId => last;

/** Adds a text to the field, and goes there. */
export function insertThere(text: string): void {
  const joined = (before: string) => (before.trim() === '' ? text : `${before.trimEnd()}\n\n${text}`);
  if (last === 'chat') {
    const key = useUiState.getState().route.conversationId ?? NEW_CHAT;
    setDraft(key, { text: joined(draftOf(key).text), error: undefined });
  } else setForm(last, { text: joined(formOf(last).text), error: undefined });
  openTab(last);
  focusSoon('composer');
}
