import { focusName } from '../../lib/focus';

/** A deleted entry that was open gives way to a new one first, whose composer takes the focus. */
const settleMs = 100;

/** The row disappears together with the focus, so the focus moves to the undo offer. */
export const focusUndo = (): void => void setTimeout(() => focusName('undo'), settleMs);
