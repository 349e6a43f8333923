/** The request of a prepared batch: model and settings come from its tab. */

import type { CommandInput } from '../../../shared/contract';
import type { ModalityId } from '../../../shared/modalities/modalities';
import { modelsToCompare } from '../../parts/comparisons/start-of-comparison';
import { modelsOf } from '../../parts/models/profile-models';
import { nameFrom } from '../../parts/prompts/prompt-text';
import { useCoreState } from '../../state/core/core-state';
import { agreedExtra, chosenFormModel, requestOf as formRequest } from '../../state/ui/forms';
import { NEW_CHAT } from '../../state/ui/route';
import { chosenModel, chosenSettings } from '../../state/ui/selectors';
import { useUiState } from '../../state/ui/ui-state';
import type { SpendingIntent } from '../../state/use-forecast';
import type { BatchDraft } from './batch-draft';

/** The chat whose model and settings apply: the last visible one. */
export const chatKeyNow = (): string => useUiState.getState().route.conversationId ?? NEW_CHAT;

/** Model and settings of the tab. */
export function tabRequest(modality: ModalityId) {
  if (modality === 'chat') {
    const key = chatKeyNow();
    return { modality, model: chosenModel(key), settings: chosenSettings(key) };
  }
  // Rows always name their model, also where one request may leave it to the gateway.
  const model = chosenFormModel(modality) || null;
  const { parameters } = formRequest(modality, model ?? '');
  return { modality, model, parameters, extra: agreedExtra(modality) };
}

type Payer = Pick<BatchDraft, 'modality' | 'profileId' | 'model' | 'modelOf'>;

/** The profile that was chosen for the batch; `undefined` for the one in use, also where the chosen one is gone. */
export function otherProfileOf({ profileId }: Pick<BatchDraft, 'profileId'>): string | undefined {
  const { app } = useCoreState.getState();
  const isThere = app?.profiles.some(({ id }) => id === profileId) ?? false;
  return isThere && profileId !== app?.activeProfileId ? profileId : undefined;
}

/** The model of another profile: the chosen one, otherwise the first of its kind there. */
export function modelOfOther({ modality, model }: Payer, profileId: string): string | null {
  return model ?? modelsToCompare(modelsOf(profileId), modality)[0]?.id ?? null;
}

/** The model that was chosen here for the profile in use; otherwise the tab's. */
export function modelOfBatch({ modality, model, modelOf }: Payer): string | null {
  const { app } = useCoreState.getState();
  const isThere = modelOf === app?.activeProfileId || app?.catalogue.models.some(({ id }) => id === model);
  return (isThere ? model : undefined) ?? tabRequest(modality).model;
}

/** Settings of the tab, with the model that was chosen here. */
export function plannedRequest(draft: Payer) {
  const request = tabRequest(draft.modality);
  const profileId = otherProfileOf(draft);
  if (profileId === undefined) return { ...request, model: modelOfBatch(draft) };
  return { ...request, profileId, model: modelOfOther(draft, profileId) };
}

type BatchRequest = WithoutId<CommandInput<'batches.create'>>;
/** Of each of the two kinds. */
type WithoutId<Input> = Input extends unknown ? Omit<Input, 'id' | 'isConfirmed'> : never;

/** `null` where no model is chosen. */
export function requestOf(draft: BatchDraft): BatchRequest | null {
  const { template, columns, rows } = draft;
  const { model, ...rest } = plannedRequest(draft);
  if (model === null) return null;
  return {
    name: nameFrom(template),
    ...rest,
    model,
    template,
    columns: [...columns],
    rows: rows.map((row) => [...row]),
  };
}

/** What running the batch may cost; `null` where there is nothing to ask about. */
export function intentOf(draft: BatchDraft): SpendingIntent | null {
  const request = draft.template === '' || draft.rows.length === 0 ? null : requestOf(draft);
  return request === null ? null : { kind: 'batch', ...request };
}
