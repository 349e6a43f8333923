/** The experiment that is being made. Stored in the browser's own storage too, so that a reload loses nothing. */
import { create } from 'zustand';
import type { ModalityId } from '../../../../shared/modalities/modalities';
import { askedOnly } from './kept-of-case';
import { emptyDraft, type LabDraft, newVariant, type VariantDraft } from './lab-draft';

const storageName = 'gatehouse.lab';
const saveDelayMs = 400;
const keptCharacters = 1_000_000;

export const useLabDraft = create<LabDraft>()(() => ({ ...emptyDraft(), ...readPersisted() }));

export const setLabDraft = (change: Partial<LabDraft>): void =>
  useLabDraft.setState({ error: undefined, ...change });

/** Another kind has other models and settings; the prompt and the cases stay, asked with all of them. */
export const setModality = (modality: ModalityId): void =>
  setLabDraft({
    modality,
    variants: [newVariant(modality)],
    axes: [],
    cases: useLabDraft.getState().cases.map((one) => askedOnly(one, null)),
  });

export const changeVariant = (key: string, change: Partial<VariantDraft>): void =>
  setLabDraft({
    variants: useLabDraft.getState().variants.map((one) => (one.key === key ? { ...one, ...change } : one)),
  });

let timer: ReturnType<typeof setTimeout> | undefined;

function keep(): void {
  clearTimeout(timer);
  timer = undefined;
  const { isSending: _sending, error: _error, workbook: _bytes, ...kept } = useLabDraft.getState();
  try {
    const text = JSON.stringify(kept);
    if (text.length < keptCharacters) localStorage.setItem(storageName, text);
  } catch {
    // Storage is full or forbidden: the draft is still in the page.
  }
}

useLabDraft.subscribe(() => {
  timer ??= setTimeout(keep, saveDelayMs);
});
addEventListener('pagehide', keep);

function readPersisted(): Partial<LabDraft> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageName) ?? 'null');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
