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

/** The choice that was clicked keeps the focus; to choose it again would change nothing, so Enter goes on. */
const chosen = '[data-focus="lab-vote"] button[aria-pressed="true"]';

/** Where letters are typed, or choose something else. */
const elsewhere =
  'input, textarea, select, [contenteditable], dialog, [role="dialog"], [role="menu"], [role="listbox"]';

interface VoteKeys {
  readonly vote: (choice: VoteChoice) => void;
  /** What goes on; `null` before the vote. While that is stored, it is done after it. */
  readonly next: () => (() => void) | null;
  readonly undo: () => (() => void) | null;
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

const isIn = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

const isForOthers = (event: KeyboardEvent): boolean =>
  event.defaultPrevented ||
  event.repeat ||
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  isIn(event.target, elsewhere);

function actionOf(event: KeyboardEvent, { vote, next, undo }: VoteKeys): (() => void) | null {
  const { key, target } = event;
  if (isForOthers(event)) return null;
  const isHere = isOnPanel(target);
  for (const [choice, [letter, arrow]] of Object.entries(voteKeys))
    if (key.toUpperCase() === letter || (isHere && key === arrow)) return () => vote(choice as VoteChoice);
  if ((isHere && key === ' ') || (key === 'Enter' && isIn(target, chosen))) return next();
  if (isIn(target, interactive)) return null;
  return key === 'Enter' ? next() : key === 'Backspace' ? undo() : null;
}
