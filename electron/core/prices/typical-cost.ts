/** What calls of a model usually take, learned from what past ones took; corrects estimates made from prices. */

import type { Estimate } from '../../../shared/money/estimate';
import type { TypicalCost } from '../../../shared/money/ledger';
import type { Account, LedgerReport, PastCall, PriceForecast } from '../ports/ledger';

/** Medians, so that one unusual call does not change the result. */
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

/** What a chat call usually costs; a limit on its length applies to past replies too. */
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
export function typicalMediaCost({ estimate, units }: PriceForecast, typical: TypicalCost): number | null {
  const { ratio, perUnit, charge } = typical;
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

/** Enough to be steady, few enough to follow a price that changes. */
const CALLS = 20;

/** What a model's calls took lately with one profile. */
export const readTypicalCost = (
  report: LedgerReport,
  account: Account,
  model: string,
  kind: 'chat' | 'media',
): TypicalCost => typicalCostOf(report.pastCalls(account, model, kind, CALLS));
