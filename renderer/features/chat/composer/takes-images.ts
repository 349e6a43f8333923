import { takesFiles } from '../../../../shared/files';
import { useCoreState } from '../../../state/core/core-state';
import { useModel } from '../../../state/ui/selectors';

/** Whether the chosen model takes images, as far as is known. */
export function useTakesImages(chatKey: string): boolean {
  const model = useModel(chatKey);
  return useCoreState(({ app }) =>
    takesFiles(
      app?.catalogue.models.find(({ id }) => id === model),
      'image',
    ),
  );
}
