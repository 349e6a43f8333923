import type { Model } from '../../../../shared/models/models';
import { useCoreState } from '../../../state/core/core-state';
import { useModel } from '../../../state/ui/selectors';

/** The record of the chosen model, which says what it takes; `undefined` where no catalogue has it. */
export function useKnownModel(chatKey: string): Model | undefined {
  const model = useModel(chatKey);
  return useCoreState(({ app }) => app?.catalogue.models.find(({ id }) => id === model));
}
