import { useEffect, useMemo, useState } from 'react';
import type { CompareView } from '../../state/ui/compares';

/** How a comparison is looked at: nothing of it is kept. */
export interface ComparisonViewState {
  /** Rounds of what was made, oldest first; chats have none. */
  readonly rounds: readonly string[];
  /** Which of them is on show; `null` where there is none. */
  readonly roundId: string | null;
  readonly showRound: (roundId: string) => void;
  /** The column whose settings are on show, where they are not tied. */
  readonly columnId: string | null;
  readonly showColumn: (columnId: string) => void;
  /** Two pictures over each other instead of all side by side. */
  readonly isOver: boolean;
  readonly setOver: (isOver: boolean) => void;
}

export function useComparisonView({ columns }: CompareView): ComparisonViewState {
  const [chosenRound, setRound] = useState<string | null>(null);
  const [columnId, showColumn] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);
  const rounds = useMemo(
    () => [...new Set(columns.flatMap(({ runs }) => runs.map(({ roundId }) => roundId)))],
    [columns],
  );
  const newest = rounds.at(-1) ?? null;
  // Something new was asked: that is what one wants to see.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the newest round is the reason, and is not read.
  useEffect(() => setRound(null), [newest]);
  const known = chosenRound !== null && rounds.includes(chosenRound) ? chosenRound : newest;
  return { rounds, roundId: known, showRound: setRound, columnId, showColumn, isOver, setOver };
}
