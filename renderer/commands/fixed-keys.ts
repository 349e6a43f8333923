/** Keys of the lab and of a lineage, which their controls handle; only the list of keys reads them, and is loaded with them. */
import type { AppCommand, Group, Place } from './command';

const keysIn =
  (group: Group, place: Place) =>
  (name: string, label: string, ...keys: readonly string[]): AppCommand => ({
    group,
    place,
    id: `${place}.${name}`,
    label,
    keys,
    isFixed: true,
    isEssential: true,
  });

const grid = keysIn('Lab', 'labGrid');
const vote = keysIn('Lab', 'labVote');
const lineage = keysIn('Lineage', 'lineage');

export const fixedKeys: readonly AppCommand[] = [
  grid('open', 'Open the answer', 'Enter'),
  grid('step', 'Previous or next answer, while one is open', 'ArrowLeft', 'ArrowRight'),
  grid('mark', 'Mark the answer, or remove the mark', 'Space'),
  grid('retry', 'Retry what failed: the marked answers, or this one', 'R'),
  grid('exclude', 'Exclude from scores, or count again', 'X'),
  grid('swap', 'Swap the axes of a sweep', 'S'),
  grid('slice', 'Previous or next value of the third axis', '[', ']'),
  grid('size', 'Smaller or larger images', '-', 'Plus'),
  vote('a', 'A is better', 'A', 'ArrowLeft'),
  vote('b', 'B is better', 'B', 'ArrowRight'),
  vote('tie', 'Equally good', 'T', 'ArrowDown'),
  vote('bothBad', 'Both bad', 'N', 'ArrowUp'),
  vote('next', 'Next pair', 'Enter', 'Space'),
  vote('undo', 'Undo the vote', 'Backspace'),
  lineage('walk', 'To what it was made from, or what was made from it', 'ArrowLeft', 'ArrowRight'),
  lineage('beside', 'To the result above or below', 'ArrowUp', 'ArrowDown'),
  lineage('start', 'Back to the result it was opened from', 'Home'),
  lineage('zoom', 'Zoom in, zoom out, fit', 'Plus', '-', '0'),
  lineage('open', 'Open the result', 'Enter'),
  lineage('branch', 'Branch: its prompt, settings and inputs in the form', 'B'),
  lineage('again', 'New take, which is charged', 'N'),
];
