import { focusSoon, isTypedInto, noteFocus } from '../lib/focus';
import { call } from '../link/call';
import { announce } from '../state/announce';
import { dropOffer, offerUndo, showUndoError, useUndo } from '../state/undo';

/** What the last offer restores. */
let offered: { readonly ids: readonly string[]; readonly offer: object } | null = null;

/** Moves results to the trash, and offers to undo it for a while. */
export async function removeMedia(ids: readonly string[]): Promise<void> {
  const isElsewhere = noteFocus();
  const answer = await call('media.remove', { ids: [...ids] });
  if (!answer.ok) return showUndoError(answer.error);
  const files = countText(ids.length);
  const text = `${files} deleted`;
  const undo = () => call('media.restore', { ids: [...ids] });
  const offer = { text, undo, done: `${files} restored`, place: 'top' } as const;
  offered = { ids, offer };
  offerUndo(offer);
  announce(text);
  // The answer may come after the person has gone on elsewhere.
  if (!isElsewhere() && !isTypedInto(document.activeElement)) focusSoon('undo');
}

/** Takes the offer back once all that it would restore is restored or gone. @param ids `null` for all in the trash */
export function dropMediaOffer(ids: readonly string[] | null): void {
  if (offered === null || useUndo.getState().offer !== offered.offer) return;
  if (ids === null || offered.ids.every((id) => ids.includes(id))) dropOffer();
}

/** Such as `3 files`. */
export const countText = (count: number) => (count === 1 ? '1 file' : `${count} files`);
