/** Commands for comparisons from any tab: open, list, rename, delete and restore. */
import { type ModalityId, modalityIds } from '../../../shared/modalities/modalities';
import { call } from '../../link/call';
import { announceAnswer } from '../../state/announce';
import { reportedList } from '../../state/core/read';
import { compareDraft, compareKey, setCompareDraft } from '../../state/ui/compares';
import { formOf } from '../../state/ui/forms';
import { goTo } from '../../state/ui/navigation';
import { addressOfComparison, NEW_COMPARISON } from '../../state/ui/route';
import { useUiState } from '../../state/ui/ui-state';
import { offerUndo } from '../../state/undo';
import { endOfChat, startOfComparison } from './start-of-comparison';

const pageSize = 50;

/**
 * Opens a new comparison. From a chat it begins with that chat and its model; one that was set up before is kept where
 * it began with the same chat, or holds a text.
 */
export function openNewComparison(modality: ModalityId): void {
  const key = compareKey(modality, NEW_COMPARISON);
  const draft = compareDraft(key);
  const after = modality === 'chat' ? endOfChat() : undefined;
  const isTyped = [draft.text, ...Object.values(draft.prompts)].some((text) => text.trim() !== '');
  const isSameChat = draft.after?.conversationId === after?.conversationId;
  const form = modality === 'chat' ? undefined : formOf(modality);
  // With inputs it is the request of the form, for models that take them.
  if (form?.inputs !== undefined)
    setCompareDraft(key, { text: form.text, inputs: form.inputs, added: [], columns: {} });
  else if (isSameChat) setCompareDraft(key, { after });
  else if (!isTyped) setCompareDraft(key, { added: [], columns: {}, after });
  beginComparison(modality);
  goTo(addressOfComparison(modality));
}

/** Gives a new comparison its first columns, from the settings of the tab. */
export function beginComparison(modality: ModalityId): void {
  const key = compareKey(modality, NEW_COMPARISON);
  const draft = compareDraft(key);
  if (draft.added.length > 0) return;
  const { text, columns, after, inputs } = startOfComparison(modality);
  const ids = columns.map(() => crypto.randomUUID());
  const drafts = Object.fromEntries(columns.map((column, index) => [ids[index] ?? '', column]));
  setCompareDraft(key, { text: draft.text || text, added: ids, columns: drafts, after, inputs });
}

const listOf = (modality: ModalityId) =>
  reportedList<void, 'compare.page'>('compare.page', {
    cursor: ({ comparisonCursors }) => comparisonCursors[modality],
    input: (_all, cursor) => ({ modality, cursor, limit: pageSize }),
    reading: (_all, page) => ({ type: 'comparisons.paged', modality, page }),
  });
const lists = Object.fromEntries(modalityIds.map((id) => [id, listOf(id)])) as Record<
  ModalityId,
  ReturnType<typeof listOf>
>;

/** Loads more comparisons of a kind, or the newest; does nothing after the last. */
export const loadComparisons = (modality: ModalityId) => lists[modality].more();

export async function renameComparison(id: string, title: string): Promise<void> {
  announceAnswer(await call('compare.rename', { id, title }));
}

export async function removeComparison(id: string, modality: ModalityId): Promise<boolean> {
  const wasOpen = useUiState.getState().route.compareId === id;
  const answer = await call('compare.remove', { id });
  const bringBack = async () => {
    const restored = await call('compare.restore', { id });
    if (restored.ok && wasOpen) goTo(addressOfComparison(modality, id));
    return restored;
  };
  if (answer.ok) {
    if (wasOpen) goTo(`#/${modality}`);
    offerUndo({ text: 'Comparison deleted', undo: bringBack });
  }
  return announceAnswer(answer, 'Comparison deleted');
}
