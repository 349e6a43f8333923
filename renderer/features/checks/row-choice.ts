/** Which models of the table of checks are chosen, one by one or in ranges. */
import { useRef, useState } from 'react';

export interface RowChoice {
  /** The chosen ones, in the order of the table. */
  readonly models: readonly string[];
  readonly hasAll: boolean;
  has(model: string): boolean;
  /** @param isRange all from the one that was chosen last, in the order of the table */
  toggle(model: string, isRange: boolean): void;
  toggleAll(): void;
}

/** @param all in the order of the table */
export function useRowChoice(all: readonly string[]): RowChoice {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string | null>(null);
  const models = all.filter((model) => chosen.has(model));
  const hasAll = all.length > 0 && models.length === all.length;
  return {
    models,
    hasAll,
    has: (model) => chosen.has(model),
    toggle(model, isRange) {
      setChosen(isRange ? withRange(chosen, all, last.current ?? model, model) : flipped(chosen, model));
      last.current = model;
    },
    toggleAll: () => setChosen(new Set(hasAll ? [] : all)),
  };
}

function flipped(chosen: ReadonlySet<string>, model: string): ReadonlySet<string> {
  const others = [...chosen].filter((one) => one !== model);
  return new Set(chosen.has(model) ? others : [...others, model]);
}

/** A range only adds: what is outside it stays as it is. */
function withRange(
  chosen: ReadonlySet<string>,
  all: readonly string[],
  from: string,
  to: string,
): ReadonlySet<string> {
  const [one, other] = [all.indexOf(from), all.indexOf(to)];
  if (one < 0 || other < 0) return new Set([...chosen, to]);
  return new Set([...chosen, ...all.slice(Math.min(one, other), Math.max(one, other) + 1)]);
}
