import { laterCode } from '../../../lib/until-loaded';
import { useHasChatExtraMistake } from '../../../parts/run-settings/extra-text';
import { useDraft } from '../../../state/ui/drafts';
import { useModel } from '../../../state/ui/selectors';
import { useKnownModel } from './known-model';
import { useIsWaiting } from './use-submit';

/** Soon over, so that it takes no line of its own. */
export const waitingText = 'Waiting for the list of models';

/** Nothing is attached at first: what models take is not part of the first screen's code. */
const useRefusalOf = laterCode(() => import('./refused-files').then(({ refusalOf }) => refusalOf));

/** Why nothing can be sent now, in a sentence. */
export function useBlocker(chatKey: string): string | null {
  const brokenExtra = useHasChatExtraMistake(chatKey);
  const model = useModel(chatKey);
  const { attachments = [] } = useDraft(chatKey);
  const known = useKnownModel(chatKey);
  const refusalOf = useRefusalOf(attachments.length > 0);
  const waits = useIsWaiting(chatKey);
  if (brokenExtra) return 'Correct the extra parameters in the run settings first';
  if (waits) return waitingText;
  if (model === null) return 'Choose a model first';
  return refusalOf?.(model, known, attachments) ?? null;
}
