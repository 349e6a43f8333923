import type { ModalityId } from '../../../shared/modalities/modalities';
import type { CommandHandler } from '../../commands/handlers';
import { tabOf } from '../../commands/tabs';
import { openNewComparison } from '../../parts/comparisons/comparison-actions';
import { type CompareView, compareKey, compareView } from '../../state/ui/compares';
import { useUiState } from '../../state/ui/ui-state';
import { stopColumns } from './compare-actions';
import { hasSpeech, playNext } from './speech-sync';
import { hasVideos, toggleAll } from './video-sync';

/** The handlers of the commands for comparisons. */
export const compareHandlers = {
  'compare.new': {
    isReady: () => modalityOnShow() !== null,
    run: () => {
      const modality = modalityOnShow();
      if (modality !== null) openNewComparison(modality);
    },
  },
  'compare.stop': {
    isReady: () => withComparison(({ comparison }) => comparison?.isRunning === true) ?? false,
    run: () => void withComparison(({ columns }) => void stopColumns(columns)),
  },
  'compare.switchVoice': { isReady: hasSpeech, run: playNext },
  'compare.playAll': { isReady: hasVideos, run: toggleAll },
} satisfies Record<string, CommandHandler>;

/** The modality of the open tab. */
function modalityOnShow(): ModalityId | null {
  const { id, modality } = tabOf(useUiState.getState().route.tab);
  return id === 'chat' ? 'chat' : (modality ?? null);
}

function withComparison<Result>(act: (view: CompareView) => Result): Result | null {
  const { compareId } = useUiState.getState().route;
  const modality = modalityOnShow();
  return compareId === null || modality === null
    ? null
    : act(compareView(compareKey(modality, compareId), modality));
}
