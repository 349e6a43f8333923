import { focusLater } from '../../lib/focus-later';

/** A deleted entry that was open gives way to a new one first, whose composer takes the focus. */
const settleMs = 100;

/** The row disappears together with the focus, so the focus moves to the undo offer once it is gone. */
export async function focusUndoAfter(removed: Promise<boolean>): Promise<void> {
  const focusUndo = focusLater('undo');
  if (await removed) setTimeout(focusUndo, settleMs);
}
