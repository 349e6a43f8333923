/** What a call may cost, as the core works it out (`electron/core/credits`) and the page shows it. */

/** Credits; both ends alike where nothing is left open. */
export interface Estimate {
  readonly from: number;
  readonly to: number;
}

/**
 * What a request, or several that are decided on as one, may cost: the amounts that the limits count it with. Learned
 * from the model's price and from what past calls took.
 */
export interface CostForecast {
  /** Of all calls whose cost can be foreseen together; `null` where that is none of them. Zero where nothing is charged. */
  readonly estimate: Estimate | null;
  /** How many calls may be charged; 0 if a paid result is downloaded again. */
  readonly calls: number;
  /** Those whose cost can't be estimated. */
  readonly unpriced: number;
  /** False where no call has a known price: the estimate then comes from past calls alone. */
  readonly hasPrice: boolean;
  /** What one such call usually takes; `null` before the first, and for several calls. */
  readonly usually: number | null;
  /** How many past calls `usually` is drawn from. */
  readonly pastCalls: number;
  /** About how many tokens the prompt has; `null` unless it is one chat call. */
  readonly promptTokens: number | null;
}

/** From here on the button itself says what it costs, in credits. */
const plainlyAbove = 5;

/** `14.4`, or `0.9–2.4` where something is left open. */
export function formatEstimate({ from, to }: Estimate): string {
  const [low, high] = [figure(from), figure(to)];
  return low === high ? low : `${low}–${high}`;
}

/** As few digits as say enough. */
export const figure = (credits: number): string => String(Number(credits.toPrecision(credits < 1 ? 2 : 3)));

/** Whether it is enough for the button itself to say so. */
export const isWorthShowing = (estimate: Estimate | null): boolean =>
  estimate !== null && estimate.to >= plainlyAbove;
