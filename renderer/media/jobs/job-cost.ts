import type { Job } from '../../../shared/jobs';
import { type CostWords, costWords } from '../../parts/credits/cost-words';
import { useForecast } from '../../state/use-forecast';

/** What a job under way is likely to cost; `null` where neither a price nor a past request says anything. */
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
