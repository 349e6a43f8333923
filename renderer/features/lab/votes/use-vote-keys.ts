import { useEffect, useRef } from 'react';
import type { VoteChoice } from '../../../../shared/lab/experiment';

/** A letter works wherever the focus is, the second key on the panel alone: elsewhere arrows scroll, and seek in players. */
export const voteKeys: Readonly<Record<VoteChoice, readonly [letter: string, arrow: string]>> = {
  a: ['A', 'ArrowLeft'],
  tie: ['T', 'ArrowDown'],
  bothBad: ['N', 'ArrowUp'],
  b: ['B', 'ArrowRight'],
};

/** The panel, or nothing at all, has the focus. */
const isOnPanel = (target: EventTarget | null): boolean =>
  target === document.body || (target instanceof HTMLElement && target.dataset.focus === 'lab-vote');

/** What has a use of its own for Enter. */
const interactive = 'button, a, summary, audio, video, [role="button"], [role="slider"]';

/** Where letters are typed, or choose something else. */
const elsewhere =
  'input, textarea, select, [contenteditable], dialog, [role="dialog"], [role="menu"], [role="listbox"]';

interface VoteKeys {
  readonly vote: (choice: VoteChoice) => void;
  /** Absent before the vote. */
  readonly next: (() => void) | null;
  readonly undo: (() => void) | null;
}

/** Votes by one key while the panel is shown. */
export function useVoteKeys(keys: VoteKeys | null): void {
  const newest = useRef(keys);
  newest.current = keys;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const action = newest.current && actionOf(event, newest.current);
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

function actionOf(event: KeyboardEvent, { vote, next, undo }: VoteKeys): (() => void) | null {
  const { key, target } = event;
  if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return null;
  if (target instanceof Element && target.closest(elsewhere) !== null) return null;
  const isHere = isOnPanel(target);
  for (const [choice, [letter, arrow]] of Object.entries(voteKeys))
    if (key.toUpperCase() === letter || (isHere && key === arrow)) return () => vote(choice as VoteChoice);
  if (isHere && key === ' ') return next;
  if (target instanceof Element && target.closest(interactive) !== null) return null;
  if (key === 'Enter') return next;
  return key === 'Backspace' ? undo : null;
}
