/** What a call may cost, as the core works it out (`electron/core/prices`) and the page shows it. */

import { type MoneyUnit, withUnit } from './money';
import { units } from './money-units';

/** A decimal number of a unit; both ends alike where nothing is left open. */
export interface Estimate {
  readonly from: number;
  readonly to: number;
}

/** What calls may cost in one unit. */
export interface ExpectedCost {
  readonly unit: MoneyUnit;
  readonly estimate: Estimate;
  /**
   * The most that they can cost together, by what the requests and their models limit; `null` where nothing limits it, left
   * out where it is the end of the estimate. The estimate alone says what such calls usually cost.
   */
  readonly most?: number | null;
  /** What one such call usually takes; `null` before the first, and for several calls. */
  readonly usually: number | null;
}

/**
 * What a request, or several that are decided on as one, may cost: the amounts that the limits count it with. Learned
 * from the model's price and from what past calls took.
 */
export interface CostForecast {
  /** Files of the message whose tokens only the gateway knows; absent where there are none. */
  readonly uncountedFiles?: number;
  /**
   * Of the calls whose cost can be foreseen, together: at most one of a unit, in the order of the units. Empty where no cost
   * can be foreseen, and zero where nothing is charged.
   */
  readonly costs: readonly ExpectedCost[];
  /** How many calls may be charged; 0 if a paid result is downloaded again. */
  readonly calls: number;
  /** Those whose cost can't be estimated. */
  readonly unpriced: number;
  /** Extra parameters may change the price: it is at least the estimate's lower end. Left out where that is not so. */
  readonly isAtLeast?: boolean;
  /** Rounds of tools that may follow without a person, of all calls together, and are in the amounts; left out where none may. */
  readonly rounds?: number;
  /** False where no call has a known price: the estimate then comes from past calls alone. */
  readonly hasPrice: boolean;
  /** How many past calls the usual cost is drawn from. */
  readonly pastCalls: number;
  /** About how many tokens the prompt has; `null` unless it is one chat call. */
  readonly promptTokens: number | null;
}

/** `14.4`, or `0.9–2.4` where something is left open. */
export function formatEstimate({ from, to }: Estimate): string {
  const [low, high] = [figure(from), figureAtMost(to)];
  return from === to || low === high ? low : `${low}–${high}`;
}

/** As few digits, and never less than the amount: the end of a range, or the most that something costs. */
export function figureAtMost(amount: number): string {
  const short = Number(figure(amount));
  // Without what floating point adds.
  if (short >= Number(amount.toPrecision(12))) return figure(amount);
  const step = 10 ** (Math.floor(Math.log10(amount)) - (amount < 1 ? 1 : 2));
  return figure((Math.floor(amount / step) + 1) * step);
}

/** Up to this much above the estimate, the most stands at the end of its range. */
const CLOSE = 1.1;

/** Whether it may cost more than the estimate says, so that no text may write its end as the most. */
export const isOpen = ({ to }: Estimate, most: number | null | undefined): boolean =>
  most === null || (most !== undefined && most > to * CLOSE);

/** The range to be written: up to the most, unless the estimate is open and only says what is usual. */
export const writtenRange = (estimate: Estimate, most: number | null | undefined): Estimate =>
  most == null || isOpen(estimate, most)
    ? estimate
    : { from: estimate.from, to: Math.max(estimate.to, most) };

/** As few digits as say enough. */
export function figure(amount: number): string {
  const short = Number(amount.toPrecision(amount < 1 ? 2 : 3));
  // Never in the form 4e-7.
  return Math.abs(short) >= 1e-6 || short === 0 ? String(short) : short.toFixed(12).replace(/0+$/, '');
}

type Expected = Pick<CostForecast, 'costs' | 'isAtLeast'>;

/**
 * `0.9–2.4 cr`, `$0.01`, both side by side, or `free`; `usually 0.9–2.4 cr` where it may be more, `at least 0.9 cr` where
 * extra parameters may raise it; `null` where nothing is known.
 */
export function estimateText(forecast: Expected): string | null {
  const { costs, isAtLeast = false } = forecast;
  if (isAtLeast) return leastText(forecast);
  const parts = costs.map(({ unit, estimate, most }) => rangeText(writtenRange(estimate, most), unit));
  const isUsual = costs.some(({ estimate, most }) => isOpen(estimate, most));
  return parts.length === 0 ? null : `${isUsual ? USUALLY : ''}${parts.join(' + ')}`;
}

const LEAST = 'at least ';

/** `at least 10 cr`; `null` where nothing is known. */
export function leastText({ costs }: Expected): string | null {
  const parts = costs.map(({ unit, estimate }) => withUnit(figure(estimate.from), unit));
  return parts.length === 0 ? null : `${LEAST}${parts.join(' + ')}`;
}

const USUALLY = 'usually ';

/** Zero of a unit with a word for it is only used for a stated price of zero or a local server. */
export const isFree = ({ unit, estimate }: Pick<ExpectedCost, 'unit' | 'estimate'>): boolean =>
  units[unit].zero !== undefined && estimate.to === 0;

export const rangeText = (estimate: Estimate, unit: MoneyUnit): string =>
  isFree({ unit, estimate }) ? (units[unit].zero ?? '') : withUnit(formatEstimate(estimate), unit);

/** `≈ 4 cr`, or `free`, `usually 1–2 cr` and `at least 4 cr`, which say it themselves. */
export const aboutText = (text: string): string =>
  text === 'free' || text.startsWith(USUALLY) || text.startsWith(LEAST) ? text : `≈ ${text}`;

/** Whether it is enough for the button itself to say so. */
export const isWorthShowing = ({ costs }: Expected): boolean =>
  costs.some(({ unit, estimate }) => estimate.to >= units[unit].isWorthShowingFrom);
