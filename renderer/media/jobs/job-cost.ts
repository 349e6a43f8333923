import type { Job } from '../../../shared/jobs';
import { type CostWords, costWords } from '../../parts/credits/cost-text';
import { useForecast } from '../../state/use-forecast';

/** The estimated cost of a running job, whole; `null` without a price or past requests. */
export function useJobCost({ id }: Pick<Job, 'id'>): CostWords | null {
  const forecast = useForecast({ kind: 'retryJob', id });
  return forecast === null ? null : costWords(forecast);
}
