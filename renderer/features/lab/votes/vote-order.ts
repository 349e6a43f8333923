/** Which two answers are shown next, and on which side; nothing here knows the page. */
import type { Cell, ExperimentCase, Vote } from '../../../../shared/lab/experiment';

/** Two answers to one case, as they are shown. */
export interface VotePair {
  readonly key: string;
  readonly caseId: number;
  readonly a: Cell;
  readonly b: Cell;
}

const canBeJudged = ({ state, isExcluded, answer, media }: Cell): boolean =>
  state === 'done' && isExcluded !== true && (answer !== undefined || media !== undefined);

const keyOf = (one: number, other: number): string => `${Math.min(one, other)}.${Math.max(one, other)}`;

/**
 * All pairs without a vote, in an order that nobody can guess and that stays the same for one seed: neither the place of a
 * pair nor its sides say whose answers they are.
 */
export function pairsToVote(
  cases: readonly ExperimentCase[],
  cells: Iterable<Cell>,
  votes: readonly Vote[],
  seed: number,
): readonly VotePair[] {
  const voted = new Set(votes.map(({ a, b }) => keyOf(a, b)));
  const byPlace = new Map<string, Cell[]>();
  for (const cell of cells) {
    if (!canBeJudged(cell)) continue;
    const place = `${cell.caseId}.${cell.repeat}`;
    byPlace.set(place, [...(byPlace.get(place) ?? []), cell]);
  }
  const known = new Set(cases.map(({ id }) => id));
  const pairs = [...byPlace.values()]
    .flatMap(pairsOf)
    .filter(([one, other]) => known.has(one.caseId) && !voted.has(keyOf(one.id, other.id)));
  return pairs
    .map(([one, other]) => ({ one, other, order: mixed(seed, one.id, other.id) }))
    .sort((first, second) => first.order - second.order)
    .map(({ one, other, order }) => {
      const [a, b] = order % 2 === 0 ? [one, other] : [other, one];
      return { key: keyOf(a.id, b.id), caseId: a.caseId, a, b };
    });
}

const pairsOf = (cells: readonly Cell[]): readonly (readonly [Cell, Cell])[] =>
  cells.flatMap((one, at) => cells.slice(at + 1).map((other) => [one, other] as const));

/** A whole number that looks random, and is the same for the same three. */
function mixed(seed: number, one: number, other: number): number {
  let value = (seed ^ Math.imul(one, 0x9e3779b1) ^ Math.imul(other, 0x85ebca6b)) >>> 0;
  for (const factor of [0x85ebca6b, 0xc2b2ae35]) {
    value = Math.imul(value ^ (value >>> 15), factor) >>> 0;
  }
  return (value ^ (value >>> 16)) >>> 0;
}
