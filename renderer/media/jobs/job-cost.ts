import { countUnits, estimateOf } from '../../../shared/estimate';
import type { Job } from '../../../shared/jobs';
import { modalities } from '../../../shared/modalities';
import { typicalMediaCost } from '../../../shared/typical-cost';
import { type CostWords, costWords } from '../../parts/credits/cost-words';
import { useUsual } from '../../parts/credits/use-usual';
import { useCoreState } from '../../state/core/core-state';
import { useCapabilities } from '../../state/ui/forms';

/** What a job under way is likely to cost; `null` where neither a price nor a past request tells. */
export function useJobCost({ modality, model, prompt, parameters }: Job): CostWords | null {
  const capabilities = useCapabilities(model);
  const pricing = useCoreState(
    ({ app }) => app?.catalogue.models.find(({ id }) => id === model)?.pricing ?? null,
  );
  const usual = useUsual(model, 'media');
  const request = { modality: modalities[modality], text: prompt, parameters };
  const estimate = estimateOf(request, pricing, capabilities);
  const units = countUnits(request, capabilities);
  return costWords(estimate, usual && typicalMediaCost({ estimate, units }, usual), usual);
}
