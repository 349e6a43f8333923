/** What calls of a model usually take, learnt from what past ones took; corrects estimates made from prices. */
import type { Estimate } from './estimate';

/** Drawn from the newest calls of one model with one profile; amounts in credits, medians, `null` where not known. */
export interface TypicalCost {
  /** How many calls that is; 0 where there were none. */
  readonly calls: number;
  /** The whole charge. */
  readonly charge: number | null;
  /** What was charged above the least the call was estimated at: what the open length of a reply took. */
  readonly above: number | null;
  /** The charge, as a multiple of the middle of its estimate. */
  readonly ratio: number | null;
  /** The charge for each image, character or second asked for. */
  readonly perUnit: number | null;
}

/** A call as it was foreseen when it was made. */
export interface Forecast {
  /** From the price as it was known then; `null` where none was. */
  readonly estimate: Estimate | null;
  /** Images, characters or seconds asked for; `null` where that cannot be counted, as in a chat. */
  readonly units: number | null;
}

/** One past call (or all calls of one job): what it took beside its forecast. */
export interface PastCall extends Forecast {
  readonly charge: number;
}

/** Medians, so that one call that went astray does not change what is usual. */
export function typicalCostOf(past: readonly PastCall[]): TypicalCost {
  const of = (figure: (call: PastCall) => number | null): number | null => {
    const figures = past.map(figure).filter((one) => one !== null);
    return figures.length === 0 ? null : median(figures);
  };
  return {
    calls: past.length,
    charge: of(({ charge }) => charge),
    above: of(({ charge, estimate }) => estimate && charge - estimate.from),
    ratio: of(({ charge, estimate }) =>
      estimate === null || middle(estimate) === 0 ? null : charge / middle(estimate),
    ),
    perUnit: of(({ charge, units }) => (units === null || units === 0 ? null : charge / units)),
  };
}

/** What a chat call usually takes; a limit on its length holds for past replies too. */
export function typicalReplyCost(
  estimate: Estimate | null,
  { charge, above }: TypicalCost,
  hasLengthLimit: boolean,
): number | null {
  if (estimate === null || above === null) return charge;
  const usually = Math.max(0, estimate.from + above);
  return hasLengthLimit ? Math.min(usually, estimate.to) : usually;
}

/** What making something usually takes: in proportion to its estimate, else to what is asked for. */
export function typicalMediaCost({ estimate, units }: Forecast, usual: TypicalCost): number | null {
  const { ratio, perUnit, charge } = usual;
  if (estimate !== null && ratio !== null) return middle(estimate) * ratio;
  return units !== null && perUnit !== null ? units * perUnit : charge;
}

const middle = ({ from, to }: Estimate): number => (from + to) / 2;

function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((one, other) => one - other);
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? 0) + upper) / 2;
}
