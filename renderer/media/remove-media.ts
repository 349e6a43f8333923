import { focusSoon, isTypedInto, noteFocus } from '../lib/focus';
import { call } from '../link/call';
import { announce } from '../state/announce';
import { offerUndo, showUndoError } from '../state/undo';

/** Moves results to the trash, and offers to undo it for a while. */
export async function removeMedia(ids: readonly string[]): Promise<void> {
  const isElsewhere = noteFocus();
  const answer = await call('media.remove', { ids: [...ids] });
  if (!answer.ok) return showUndoError(answer.error);
  const files = countText(ids.length);
  const text = `${files} deleted`;
  const undo = () => call('media.restore', { ids: [...ids] });
  offerUndo({ text, undo, done: `${files} restored`, place: 'top' });
  announce(text);
  // The answer may come after the person has gone on elsewhere.
  if (!isElsewhere() && !isTypedInto(document.activeElement)) focusSoon('undo');
}

/** Such as `3 files`. */
export const countText = (count: number) => (count === 1 ? '1 file' : `${count} files`);
