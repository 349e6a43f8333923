import type { Job } from '../../../shared/jobs';
import { type CostWords, costWords } from '../../parts/credits/cost-text';
import { useForecast } from '../../state/use-forecast';

/** The estimated cost of a running job; `null` without a price or past requests. */
export function useJobCost({ modality, model, prompt, parameters }: Job): CostWords | null {
  const forecast = useForecast({
    kind: 'job',
    modality,
    model,
    characters: prompt.trim().length,
    parameters,
  });
  return forecast === null ? null : costWords(forecast);
}
