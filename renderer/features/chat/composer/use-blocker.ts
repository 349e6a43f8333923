import { useHasChatExtraMistake } from '../../../parts/run-settings/extra-text';
import { useDraft } from '../../../state/ui/drafts';
import { useModel } from '../../../state/ui/selectors';
import { useTakesImages } from './takes-images';
import { useIsWaiting } from './use-submit';

/** Soon over, so that it takes no line of its own. */
export const waitingText = 'Waiting for the list of models';

/** Why nothing can be sent now, in a sentence. */
export function useBlocker(chatKey: string): string | null {
  const brokenExtra = useHasChatExtraMistake(chatKey);
  const model = useModel(chatKey);
  const images = useDraft(chatKey).attachments?.length ?? 0;
  const taken = useTakesImages(chatKey);
  const waits = useIsWaiting(chatKey);
  if (brokenExtra) return 'Correct the extra parameters in the run settings first';
  if (waits) return waitingText;
  if (model === null) return 'Choose a model first';
  if (images > 0 && !taken) return `${model} doesn’t accept images: choose another model, or remove them`;
  return null;
}
