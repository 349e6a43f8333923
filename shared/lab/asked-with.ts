/** Which cells an experiment has: of each case with each variant, but for cases that name theirs. */
import type { CasePlan, Experiment } from './experiment';

/** Whether there is a cell of this case with the variant of this number. */
export const isAskedWith = ({ variants }: Pick<CasePlan, 'variants'>, number: number): boolean =>
  variants === undefined || variants.includes(number);

/** How many cells a plan has. */
export const cellsOfPlan = ({
  variants,
  cases,
  repeats,
}: {
  readonly variants: { readonly length: number };
  readonly cases: readonly Pick<CasePlan, 'variants'>[];
  readonly repeats: number;
}): number => cases.reduce((sum, one) => sum + (one.variants?.length ?? variants.length), 0) * repeats;

/** How many cells there are, in whatever state. */
export const cellsIn = ({ counts }: Pick<Experiment, 'counts'>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);
