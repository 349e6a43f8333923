/** Announcements for screen readers; `app/announcer.tsx` holds the live regions. */
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

const speak = (how: 'polite' | 'assertive', text: string) =>
  useSaid.setState((said) => ({ [how]: { text, turn: said[how].turn + 1 } }));

/** Announces something politely. */
export const announce = (text: string): void => speak('polite', text);

/** Announces at once an error that is out of sight. */
export const announceError = (text: string): void => speak('assertive', text);
