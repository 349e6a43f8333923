/** What a call may cost together with the rounds of tools that may follow it without a person. */
import type { Estimate } from '../../../shared/money/estimate';
import type { MoneyUnit } from '../../../shared/money/money';
import type { RoundsLeft } from '../prices/planned-call';

interface Priced {
  readonly unit: MoneyUnit;
  readonly foreseen: { readonly isAtLeast: boolean };
  readonly usually: number | null;
  readonly estimate: Estimate | null;
  readonly most: number | null;
}

/**
 * A limit of credits is the end of the range, since no further round is sent beyond it. Without one each round counts as the
 * first call, which is too little as the prompt grows: what it is "at least".
 */
export function withRounds<Call extends Priced>(call: Call, rounds: RoundsLeft | undefined): Call {
  const { estimate, unit, most, foreseen } = call;
  if (rounds === undefined || estimate === null || estimate.to === 0) return call;
  if (rounds.most?.unit === unit) {
    const to = Math.max(estimate.to, rounds.most.amount);
    return {
      ...call,
      usually: null,
      estimate: { ...estimate, to },
      most: most === null ? null : Math.max(most, to),
    };
  }
  // A limit in another unit can't be counted: no round follows then.
  if (rounds.most !== null) return call;
  const to = estimate.to * (rounds.rounds + 1);
  return {
    ...call,
    usually: null,
    foreseen: { ...foreseen, isAtLeast: true },
    estimate: { ...estimate, to },
    most: null,
  };
}

/** How many calls these may become. */
export const callsWith = (rounds: RoundsLeft | undefined): number => 1 + (rounds?.rounds ?? 0);
