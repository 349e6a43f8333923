import type { CompareModality } from '../../../shared/compare';
import type { AppCommand } from '../../commands/command';
import { tabOf } from '../../commands/tabs';
import { type CompareView, compareKey, compareView } from '../../state/ui/compares';
import { usePerson } from '../../state/ui/person';
import { openNewComparison, stopColumns } from './compare-actions';
import { hasVideos, toggleAll } from './step';
import { hasVoices, switchVoice } from './voices';

const compare = { group: 'Compare', place: 'compare' } as const;

export const compareCommands: readonly AppCommand[] = [
  {
    ...compare,
    place: 'anywhere',
    id: 'compare.new',
    label: 'Compare models side by side',
    keys: ['Mod+Shift+K'],
    also: 'columns versus winner',
    isReady: () => modalityOnShow() !== null,
    run: () => {
      const modality = modalityOnShow();
      if (modality !== null) openNewComparison(modality);
    },
  },
  {
    ...compare,
    id: 'compare.stop',
    label: 'Stop all columns',
    keys: ['Escape'],
    isReady: () => withComparison(({ comparison }) => comparison?.isRunning === true) ?? false,
    run: () => void withComparison(({ columns }) => void stopColumns(columns)),
  },
  {
    ...compare,
    id: 'compare.switchVoice',
    label: 'Next voice at the same place',
    keys: ['X'],
    isReady: hasVoices,
    run: switchVoice,
  },
  {
    ...compare,
    id: 'compare.playAll',
    label: 'Play or pause all videos',
    keys: ['K'],
    isReady: hasVideos,
    run: toggleAll,
  },
];

/** What is made in the open tab. */
function modalityOnShow(): CompareModality | null {
  const { id, modality } = tabOf(usePerson.getState().route.tab);
  return id === 'chat' ? 'chat' : (modality ?? null);
}

function withComparison<Result>(act: (view: CompareView) => Result): Result | null {
  const { compareId } = usePerson.getState().route;
  const modality = modalityOnShow();
  return compareId === null || modality === null
    ? null
    : act(compareView(compareKey(modality, compareId), modality));
}
