import { useEffect, useMemo, useState } from 'react';
import type { CompareView } from '../../state/ui/compares';

/** The view of a comparison: nothing of it is stored. */
export interface ComparisonViewState {
  /** Rounds of media results, oldest first; chats have none. */
  readonly rounds: readonly string[];
  /** The visible one; `null` where there is none. */
  readonly roundId: string | null;
  readonly showRound: (roundId: string) => void;
  /** The column whose settings are visible, where they are not linked. */
  readonly columnId: string | null;
  readonly showColumn: (columnId: string) => void;
  /** Two images over each other instead of all side by side. */
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
  // Something new was sent, so its round is shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the newest round triggers it, and is not read.
  useEffect(() => setRound(null), [newest]);
  const known = chosenRound !== null && rounds.includes(chosenRound) ? chosenRound : newest;
  return { rounds, roundId: known, showRound: setRound, columnId, showColumn, isOver, setOver };
}
