import type { CostForecast } from '../../../shared/estimate';
import { type ModalityId, modalities } from '../../../shared/modalities';
import { usableParameters } from '../../lib/usable-parameters';
import { modelsOf } from '../../parts/models/profile-models';
import { useCoreState } from '../../state/core/core-state';
import { type ColumnView, compareDraft, compareView } from '../../state/ui/compares';
import { useUiState } from '../../state/ui/ui-state';
import { type SpendingIntent, useForecastOf } from '../../state/use-forecast';

/** What all columns together are likely to cost. */
export function useCompareForecast(key: string, modality: ModalityId): CostForecast | null {
  return useForecastOf(
    () => roundIntent(key, modality),
    () => {
      const { app, comparisons } = useCoreState.getState();
      return [useUiState.getState().compares[key], comparisons, app?.catalogue.models];
    },
    `${modality} ${key}`,
  );
}

/** `null` while there is nothing to send. */
function roundIntent(key: string, modality: ModalityId): SpendingIntent | null {
  const { id, columns, isSamePrompt } = compareView(key, modality);
  const { text, prompts, after } = compareDraft(key);
  const textOf = (column: ColumnView) => (isSamePrompt ? text : (prompts[column.id] ?? '')).trim();
  if (columns.every((column) => textOf(column) === '')) return null;
  const asked = columns.map((column) => ({
    id: column.id,
    model: column.model,
    settings: column.settings.run,
    profileId: column.profileId ?? undefined,
    parameters: parametersFor(modality, column),
    extra: modality === 'chat' ? {} : (column.settings.extra as Record<string, never>),
    characters: textOf(column).length,
  }));
  return { kind: 'compare', id, modality, columns: asked, afterMessageId: after?.messageId };
}

function parametersFor(modality: ModalityId, { model, profileId, settings }: ColumnView) {
  if (modality === 'chat') return {};
  const capabilities = modelsOf(profileId).find(({ id }) => id === model)?.capabilities ?? null;
  return usableParameters(modalities[modality], capabilities, settings.parameters);
}
