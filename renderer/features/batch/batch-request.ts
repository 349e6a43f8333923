/** What is asked of the core for a batch as it is prepared: the model and the settings are those of its tab. */
import type { BatchModality } from '../../../shared/batch';
import { type Estimate, estimateChat, estimateOf } from '../../../shared/estimate';
import { type ModalityId, modalities } from '../../../shared/modalities';
import type { Model } from '../../../shared/models';
import { nameFrom } from '../../parts/prompts/prompt-words';
import { chosenFormModel, requestOf as formRequest } from '../../state/ui/forms';
import { NEW_CHAT } from '../../state/ui/route';
import { chosenModel, chosenSettings } from '../../state/ui/selectors';
import { useUiState } from '../../state/ui/ui-state';
import type { BatchDraft } from './batch-draft';

/** The chat whose model and settings hold: the one that was on show last. */
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
    ...{ name: nameFrom(template), modality, model, template },
    ...rest,
    ...{ columns: [...columns], rows: rows.map((row) => [...row]) },
  };
}

/** What the rows may cost together; `null` where the price is not known. */
export function estimateRows(
  modality: BatchModality,
  prompts: readonly string[],
  model: Pick<Model, 'pricing' | 'capabilities'> | undefined,
): Estimate | null {
  if (model === undefined || prompts.length === 0) return null;
  const each = modality === 'chat' ? chatEstimate(model) : mediaEstimate(modality, model);
  let sum: Estimate | null = { from: 0, to: 0 };
  for (const prompt of prompts) {
    const one: Estimate | null = each(prompt);
    sum = one && sum && { from: sum.from + one.from, to: sum.to + one.to };
  }
  return sum;
}

type Priced = Pick<Model, 'pricing' | 'capabilities'>;

function chatEstimate({ pricing, capabilities }: Priced) {
  const { systemPrompt = '', maxTokens, choices } = chosenSettings(chatKeyNow());
  return (prompt: string) =>
    estimateChat(
      { characters: prompt.length + systemPrompt.length, maxTokens, choices },
      pricing,
      capabilities,
    );
}

function mediaEstimate(id: ModalityId, { pricing, capabilities }: Priced) {
  const { parameters } = tabRequest(id);
  const modality = modalities[id];
  return (text: string) => estimateOf({ modality, text, parameters }, pricing, capabilities);
}
