/** The part of a message that a search has found: it is opened where it is folded. */
import { create } from 'zustand';

interface FoundState {
  readonly partId: string | null;
  /** Counts what was found: the same part may be folded and found again. */
  readonly turn: number;
}

const useFound = create<FoundState>()(() => ({ partId: null, turn: 0 }));

export const setFound = (partId: string | null): void =>
  useFound.setState(({ turn }) => ({ partId, turn: turn + 1 }));

/** Greater with each time the part is found; 0 while another is, or none. */
export const useFoundTurn = (partId: string): number =>
  useFound((found) => (found.partId === partId ? found.turn : 0));
