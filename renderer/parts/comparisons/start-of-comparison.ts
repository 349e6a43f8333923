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

interface Start extends Pick<CompareDraft, 'after' | 'inputs'> {
  readonly text: string;
  readonly columns: readonly { readonly model?: string; readonly settings: Setup }[];
}

interface StartOfTab extends Pick<Start, 'text' | 'after' | 'inputs'> {
  readonly model: string | null;
  readonly settings: Setup;
}

export function startOfComparison(modality: ModalityId): Start {
  const start = modality === 'chat' ? startOfChat() : startOfMaking(modality);
  const { text, model, settings, after, inputs } = start;
  const [first = model ?? undefined] = model === null ? comparedModels(modality, []) : [model];
  const taken = first === undefined ? [] : [first];
  const second = takingAll(modality, inputs, taken) ?? comparedModels(modality, taken)[0];
  return { text, after, inputs, columns: [first, second].map((one) => ({ model: one, settings })) };
}

/** Another model that takes the inputs, or the first of them where none takes all. */
function takingAll(modality: ModalityId, inputs: CompareDraft['inputs'] = [], taken: readonly string[]) {
  const models = useCoreState.getState().app?.catalogue.models;
  const takes = (id: string, wanted: typeof inputs) => {
    const stated = models?.find((model) => model.id === id)?.capabilities?.inputs;
    return wanted.length > 0 && wanted.every(({ role }) => stated?.includes(role));
  };
  const others = comparedModels(modality, taken).filter((id) => !taken.includes(id));
  return others.find((id) => takes(id, inputs)) ?? others.find((id) => takes(id, inputs.slice(0, 1)));
}

function startOfChat(): StartOfTab {
  const key = useUiState.getState().route.conversationId ?? NEW_CHAT;
  const settings: Setup = { modality: 'chat', settings: chosenSettings(key) };
  const { text } = draftOf(key);
  return { text, model: chosenModel(key), settings, after: endOfChat(), inputs: undefined };
}

/** The last message of the open chat: a comparison takes along what was said. */
export function endOfChat(): CompareDraft['after'] {
  const { conversationId } = useUiState.getState().route;
  const messageId = conversationId && useCoreState.getState().conversations[conversationId]?.leafId;
  return conversationId && messageId ? { conversationId, messageId } : undefined;
}

function startOfMaking(modality: MediaModality): StartOfTab {
  const { text, parameters, inputs } = formOf(modality);
  const extra = agreedExtra(modality);
  return {
    text,
    model: chosenFormModel(modality) || null,
    settings: { modality, parameters, extra },
    after: undefined,
    inputs,
  };
}
