/** Announcements for screen readers; `app/announcer.tsx` holds the live regions. */
import { create } from 'zustand';
import type { Envelope } from '../../shared/errors';

interface Said {
  readonly text: string;
  readonly turn: number;
  /** Whether the live region holds it. */
  readonly isDrawn: boolean;
}

const nothing: Said = { text: '', turn: 0, isDrawn: true };
export const useSaid = create<{ polite: Said; assertive: Said }>()(() => ({
  polite: nothing,
  assertive: nothing,
}));

/** What is said before the last was drawn follows it, so that no screen reader misses the first of two. */
const speak = (how: 'polite' | 'assertive', text: string) =>
  useSaid.setState(({ [how]: last }) => {
    const said = last.isDrawn ? text : `${last.text}. ${text}`;
    return { [how]: { text: said, turn: last.turn + 1, isDrawn: false } };
  });

/** Announces something politely. */
export const announce = (text: string): void => speak('polite', text);

/** Announces at once an error that is out of sight. */
export const announceError = (text: string): void => speak('assertive', text);

/** Called once the live regions hold what was said. */
export function settleSaid(): void {
  const { polite, assertive } = useSaid.getState();
  if (polite.isDrawn && assertive.isDrawn) return;
  useSaid.setState({ polite: { ...polite, isDrawn: true }, assertive: { ...assertive, isDrawn: true } });
}

/** Announces an error, or what was done; returns whether there was no error. */
export function announceAnswer(answer: Envelope<unknown>, done?: string): boolean {
  if (!answer.ok) announceError(`${answer.error.code}: ${answer.error.message}`);
  else if (done !== undefined) announce(done);
  return answer.ok;
}
