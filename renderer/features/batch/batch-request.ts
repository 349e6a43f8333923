/** The request of a prepared batch: model and settings come from its tab. */
import type { BatchModality } from '../../../shared/batch';
import { nameFrom } from '../../parts/prompts/prompt-words';
import { chosenFormModel, requestOf as formRequest } from '../../state/ui/forms';
import { NEW_CHAT } from '../../state/ui/route';
import { chosenModel, chosenSettings } from '../../state/ui/selectors';
import { useUiState } from '../../state/ui/ui-state';
import type { SpendingIntent } from '../../state/use-forecast';
import type { BatchDraft } from './batch-draft';

/** The chat whose model and settings apply: the last visible one. */
export const chatKeyNow = (): string => useUiState.getState().route.conversationId ?? NEW_CHAT;

/** Model and settings of the tab. */
export function tabRequest(modality: BatchModality) {
  if (modality === 'chat') {
    const key = chatKeyNow();
    return { model: chosenModel(key), settings: chosenSettings(key), parameters: {}, extra: {} };
  }
  const model = chosenFormModel(modality);
  const { parameters, extra } = formRequest(modality, model ?? '');
  return { model, settings: {}, parameters, extra };
}

/** `null` where no model is chosen. */
export function requestOf({ modality, template, columns, rows }: BatchDraft) {
  const { model, ...rest } = tabRequest(modality);
  if (model === null) return null;
  return {
    name: nameFrom(template),
    modality,
    model,
    template,
    ...rest,
    columns: [...columns],
    rows: rows.map((row) => [...row]),
  };
}

/** What running the rows may cost; `null` where there is nothing to ask about. */
export function intentOf(modality: BatchModality, prompts: readonly string[]): SpendingIntent | null {
  const { model, settings, parameters } = tabRequest(modality);
  if (model === null || prompts.length === 0) return null;
  const rows = prompts.map((prompt) => prompt.trim().length);
  return { kind: 'batch', modality, model, settings, parameters, rows };
}
