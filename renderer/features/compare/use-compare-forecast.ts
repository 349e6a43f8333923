import type { CostForecast } from '../../../shared/estimate';
import type { ModalityId } from '../../../shared/modalities';
import { useCoreState } from '../../state/core/core-state';
import { useUiState } from '../../state/ui/ui-state';
import { type SpendingIntent, useForecastOf } from '../../state/use-forecast';
import { plannedRound } from './planned-round';

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
  const { round } = plannedRound(key, modality);
  return round.columns.length === 0 ? null : ({ kind: 'compare', ...round } as SpendingIntent);
}
