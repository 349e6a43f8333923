/** The start of a new comparison: the settings of its tab, and models that are not compared yet. */
import { type MediaModality, type ModalityId, modalities } from '../../../shared/modalities/modalities';
import type { Model } from '../../../shared/models/models';
import type { Setup } from '../../../shared/run/setup';
import { isChatModel } from '../../lib/is-chat-model';
import { modelsFor } from '../../lib/models-for';
import { useCoreState } from '../../state/core/core-state';
import type { CompareDraft } from '../../state/ui/compare-draft';
import { draftOf } from '../../state/ui/drafts';
import { agreedExtra, chosenFormModel, formOf } from '../../state/ui/forms';
import { NEW_CHAT } from '../../state/ui/route';
import { chosenModel, chosenSettings } from '../../state/ui/selectors';
import { useUiState } from '../../state/ui/ui-state';

const noModels: readonly Model[] = [];

export function modelsToCompare(all: readonly Model[], modality: ModalityId): readonly Model[] {
  return modality === 'chat' ? all.filter(isChatModel) : modelsFor(all, modalities[modality].mediaKind);
}

/** Ids of the models of a kind, unused ones first. */
export function comparedModels(modality: ModalityId, taken: readonly string[]): readonly string[] {
  const all = useCoreState.getState().app?.catalogue.models ?? noModels;
  const ids = modelsToCompare(all, modality).map(({ id }) => id);
  return [...ids.filter((id) => !taken.includes(id)), ...ids];
}

interface Start extends Pick<CompareDraft, 'after'> {
  readonly text: string;
  readonly columns: readonly { readonly model?: string; readonly settings: Setup }[];
}

export function startOfComparison(modality: ModalityId): Start {
  const { text, model, settings, after } = modality === 'chat' ? startOfChat() : startOfMaking(modality);
  const [first = model ?? undefined] = model === null ? comparedModels(modality, []) : [model];
  const second = comparedModels(modality, first === undefined ? [] : [first])[0];
  return { text, after, columns: [first, second].map((one) => ({ model: one, settings })) };
}

function startOfChat() {
  const key = useUiState.getState().route.conversationId ?? NEW_CHAT;
  const settings: Setup = { modality: 'chat', settings: chosenSettings(key) };
  return { text: draftOf(key).text, model: chosenModel(key), settings, after: endOfChat() };
}

/** The last message of the open chat: a comparison takes along what was said. */
export function endOfChat(): CompareDraft['after'] {
  const { conversationId } = useUiState.getState().route;
  const messageId = conversationId && useCoreState.getState().conversations[conversationId]?.leafId;
  return conversationId && messageId ? { conversationId, messageId } : undefined;
}

function startOfMaking(modality: MediaModality) {
  const { text, parameters } = formOf(modality);
  const extra = agreedExtra(modality);
  return {
    text,
    model: chosenFormModel(modality) || null,
    settings: { modality, parameters, extra },
    after: undefined,
  };
}
