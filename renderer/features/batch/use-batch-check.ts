import { useDeferredValue, useMemo } from 'react';
import { checkTable, type TableMistake } from '../../../shared/lab/batch';
import { parseTemplate, type Template } from '../../../shared/lab/template';
import type { Model } from '../../../shared/models/models';
import type { CostForecast } from '../../../shared/money/estimate';
import { missingInput, requiresInput } from '../../../shared/run/required-inputs';
import { useModelsOf } from '../../parts/models/profile-models';
import { useCoreState } from '../../state/core/core-state';
import { useUiState } from '../../state/ui/ui-state';
import { settleMs, useForecast } from '../../state/use-forecast';
import { useBatchDraft } from './batch-draft';
import { intentOf, plannedRequest } from './batch-request';

export interface BatchCheck {
  readonly template: Template;
  readonly mistakes: readonly TableMistake[];
  /** `null` until the core has answered. */
  readonly forecast: CostForecast | null;
  readonly model: string | null;
  /** What the model requires, as a sentence: rows hold no files. */
  readonly required: string | null;
}

/** What prevents a batch, and its possible cost; checked with a delay, so that it never slows typing. */
export function useBatchCheck(): BatchCheck {
  const modality = useBatchDraft((draft) => draft.modality);
  const text = useDeferredValue(useBatchDraft((draft) => draft.template));
  const columns = useDeferredValue(useBatchDraft((draft) => draft.columns));
  const rows = useDeferredValue(useBatchDraft((draft) => draft.rows));
  const profileId = useBatchDraft((draft) => draft.profileId);
  const chosen = useBatchDraft((draft) => draft.model);
  const modelOf = useBatchDraft((draft) => draft.modelOf);
  const own = useCoreState(({ app }) => app?.catalogue.models);
  const models = useModelsOf(profileId ?? null);
  const person = useUiState(({ configs, forms }) => (modality === 'chat' ? configs : forms));
  const template = useMemo(() => parseTemplate(text), [text]);
  const mistakes = useMemo(() => checkTable(template, columns, rows), [template, columns, rows]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab's model and settings are read from the person's store.
  const request = useMemo(() => {
    const draft = {
      modality,
      template: text,
      columns,
      rows,
      profileId,
      model: chosen,
      modelOf,
      tableText: '',
    };
    const planned = plannedRequest(draft);
    return { model: planned.model, required: requiredBy(planned, models), intent: intentOf(draft) };
  }, [modality, text, columns, rows, profileId, chosen, modelOf, own, models, person]);
  const forecast = useForecast(request.intent, settleMs);
  return useMemo(
    () => ({ template, mistakes, model: request.model, required: request.required, forecast }),
    [template, mistakes, request.model, request.required, forecast],
  );
}

function requiredBy(request: ReturnType<typeof plannedRequest>, models: readonly Model[]): string | null {
  if (request.modality === 'chat' || request.model === null) return null;
  const { model, extra } = request;
  const missing = missingInput(
    models.find(({ id }) => id === model),
    { extra },
  );
  return missing === null ? null : `${requiresInput(model, missing)} Rows of a batch have none`;
}
