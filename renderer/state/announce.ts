/** What is said to screen readers; `app/announcer.tsx` holds the regions that speak it. */
import { create } from 'zustand';

interface Said {
  readonly text: string;
  readonly turn: number;
}

const nothing: Said = { text: '', turn: 0 };
export const useSaid = create<{ polite: Said; assertive: Said }>()(() => ({
  polite: nothing,
  assertive: nothing,
}));

const say = (how: 'polite' | 'assertive', text: string) =>
  useSaid.setState((said) => ({ [how]: { text, turn: said[how].turn + 1 } }));

/** Says something to screen readers, when they have a moment. */
export const announce = (text: string): void => say('polite', text);

/** Says at once what went wrong somewhere out of sight. */
export const announceError = (text: string): void => say('assertive', text);
