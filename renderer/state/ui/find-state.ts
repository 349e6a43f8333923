/** The search inside the open chat. */
import { create } from 'zustand';

interface FindState {
  /** The chat that is searched; `null` while the search is closed. */
  readonly conversationId: string | null;
  /** Counts the presses of its keys: each goes back to the field. */
  readonly turn: number;
  /** What had the focus before. */
  readonly cameFrom: Element | null;
}

export const useFind = create<FindState>()(() => ({ conversationId: null, turn: 0, cameFrom: null }));

/** Opens the search, or goes back to its field. */
export function openFind(conversationId: string): void {
  useFind.setState(({ conversationId: before, turn, cameFrom }) => ({
    conversationId,
    turn: turn + 1,
    cameFrom: before === conversationId ? cameFrom : document.activeElement,
  }));
}

/** Closes it and gives the focus back; `false` where what had it is gone. */
export function closeFind(): boolean {
  const { cameFrom } = useFind.getState();
  useFind.setState({ conversationId: null, cameFrom: null });
  const canFocus = cameFrom instanceof HTMLElement && cameFrom.isConnected && cameFrom !== document.body;
  if (canFocus) cameFrom.focus();
  return canFocus;
}
