import { GATEWAY_CHOICE } from '../../../shared/modalities/modalities';
import type { CostForecast, Estimate, ExpectedCost } from '../../../shared/money/estimate';
import type { TypicalCost } from '../../../shared/money/ledger';
import type { MoneyUnit } from '../../../shared/money/money';
import { firstUnit, moneyUnits } from '../../../shared/money/money-units';
import { tokensIn } from '../../../shared/money/tokens';
import type { PriceForecast } from '../ports/ledger';
import type { Estimates, Expected } from '../prices/estimates';
import {
  type JobToPrice,
  type PlannedCall,
  plannedReply,
  type ReplyToPrice,
  unpaidCall,
} from '../prices/planned-call';
import { corrected, typicalMediaCost, typicalReplyCost } from '../prices/price-estimate';
import type { Guard } from './guard';
import { callsWith, withRounds } from './priced-rounds';

/** What several calls may cost together. */
export interface Sum {
  /** Of the calls whose cost can be foreseen: at most one of a unit. */
  readonly costs: readonly Omit<ExpectedCost, 'usually'>[];
  readonly unpriced: number;
}

/** The guard as the rest of the core asks it: for replies, for jobs, and for many calls at once. */
export interface Spending {
  /** @throws AppError `over_budget` or `needs_confirmation`; called in the transaction that writes the intent down. */
  admitReply(plan: ReplyToPrice, isConfirmed: boolean | undefined): void;
  /** The same for what a job still has to pay for. */
  admitJob(job: JobToPrice, isConfirmed: boolean | undefined): void;
  /**
   * The guard of several planned calls, decided on as one: a comparison's columns, a batch's rows. They are checked for
   * the sum of what they may cost, once for each profile among them, before the first of them is written down. It holds
   * nothing: each call is held as it starts (`hold`), and what starts later is to be admitted again by
   * itself then, with `isConfirmed` as it was given for all, since a hard limit may have been reached meanwhile.
   * @throws AppError `over_budget` or `needs_confirmation`, whose details tell `calls` and `estimate`.
   */
  admitAll(calls: readonly PlannedCall[], isConfirmed: boolean | undefined): void;
  /** What the price alone says; kept beside what the call then cost, so that later ones can be corrected. */
  foresee(call: PlannedCall): PriceForecast;
  /** What a reply is charged at now, kept beside it; `null` where the list of models does not say. */
  tokenPrices: Estimates['tokenPrices'];
  /** What they may cost together: the amounts that `admitAll` checks. */
  sumOf(calls: readonly PlannedCall[]): Sum;
  /** The same of each alone: what past calls took is read once for all. */
  sumsOf(calls: readonly PlannedCall[]): readonly Sum[];
  /** The same, and what it is drawn from, to be shown before anyone decides. */
  forecast(calls: readonly PlannedCall[]): CostForecast;
  /** Counts a call as running until the answer is called; `null` for one that has nothing left to pay. */
  hold(call: PlannedCall | null): () => void;
}

/** What is known of one call before it is made. */
interface Priced {
  /** What the amounts count. */
  readonly unit: MoneyUnit;
  readonly foreseen: Expected;
  readonly usually: number | null;
  readonly pastCalls: number;
  /** With past calls taken into account: what the guard counts. */
  readonly estimate: Estimate | null;
  /** The most it can cost; `null` where nothing limits that. */
  readonly most: number | null;
}

type ReadTypicalCost = (profileId: string, model: string, kind: PlannedCall['kind']) => TypicalCost;

/** @param readTypicalCost what calls of a model took lately */
export function createSpending(
  guard: Guard,
  estimates: Estimates,
  readTypicalCost: ReadTypicalCost,
  unitOf: (profileId: string) => MoneyUnit = () => firstUnit,
): Spending {
  const foresee = (call: PlannedCall) =>
    call.kind === 'chat' ? estimates.chat(call) : estimates.media(call);
  const priceAll = (calls: readonly PlannedCall[]): readonly Priced[] => {
    const typicalCost = onceEach(readTypicalCost);
    return calls.map((call) => {
      const foreseen = foresee(call);
      const { model } = foreseen;
      const typical = typicalCost(call.profileId, model, call.kind);
      // Past costs of "Gateway's choice" don't predict the next one.
      const usually = model === GATEWAY_CHOICE ? null : typicalCallCost(call, foreseen, typical);
      const estimate = corrected(foreseen.estimate, usually);
      const most = mostOf(foreseen, estimate);
      const unit = unitOf(call.profileId);
      const priced = { unit, foreseen, usually, pastCalls: typical.calls, estimate, most };
      return withRounds(priced, roundsOf(call));
    });
  };
  const sumOf = (calls: readonly PlannedCall[]) => sum(priceAll(calls));
  const hold = (call: PlannedCall) => {
    const { profileId } = call;
    const priced = priceAll([call]);
    const unit = unitOf(profileId);
    return guard.hold({ profileId, estimate: sumIn(priced, unit), most: mostIn(priced, unit) });
  };
  const admitAll: Spending['admitAll'] = (calls, isConfirmed = false) => {
    for (const profileId of new Set(calls.map((call) => call.profileId))) {
      const own = calls.filter((call) => call.profileId === profileId);
      const priced = priceAll(own);
      const unit = unitOf(profileId);
      const sums = { estimate: sumIn(priced, unit), most: mostIn(priced, unit) };
      const doubts = { isAtLeast: isAnyAtLeast(priced), unpriced: unpricedOf(priced) };
      const count = own.reduce((sum, call) => sum + callsWith(roundsOf(call)), 0);
      guard.check({ profileId, ...sums, ...doubts, calls: count, isConfirmed });
    }
  };
  return {
    admitReply: (plan, isConfirmed) => admitAll([plannedReply(plan)], isConfirmed),
    admitJob: (job, isConfirmed) => admitAll([unpaidCall(job)].filter(isCharged), isConfirmed),
    admitAll,
    tokenPrices: estimates.tokenPrices,
    foresee(call) {
      const { estimate, units } = foresee(call);
      return { estimate, units };
    },
    sumOf,
    sumsOf: (calls) => priceAll(calls).map((one) => sum([one])),
    forecast: (calls) => forecastOf(calls, priceAll(calls)),
    hold: (call) => (call === null ? () => undefined : hold(call)),
  };
}

const roundsOf = (call: PlannedCall) => (call.kind === 'chat' ? call.rounds : undefined);

const isCharged = (call: PlannedCall | null): call is PlannedCall => call !== null;

/** A batch asks for the same model thousands of times, and nothing is added to the ledger meanwhile. */
function onceEach(read: ReadTypicalCost): ReadTypicalCost {
  const known = new Map<string, TypicalCost>();
  return (profileId, model, kind) => {
    const key = JSON.stringify([profileId, model, kind]);
    const found = known.get(key) ?? read(profileId, model, kind);
    known.set(key, found);
    return found;
  };
}

const typicalCallCost = (call: PlannedCall, foreseen: Expected, typical: TypicalCost): number | null =>
  call.kind === 'chat'
    ? typicalReplyCost(foreseen.estimate, typical, foreseen.hasLengthLimit)
    : typicalMediaCost(foreseen, typical);

/** What past calls took is possible, whatever the price says; without a price nothing says what the most is. */
function mostOf(foreseen: PriceForecast, estimate: Estimate | null): number | null {
  if (estimate === null || foreseen.estimate === null || foreseen.most === null) return null;
  return Math.max(foreseen.most ?? 0, estimate.to);
}

type Counted = Pick<Priced, 'estimate' | 'unit' | 'most'>;

/** `null` where one of them is not limited. */
function mostIn(calls: readonly Counted[], unit: MoneyUnit): number | null {
  const known = calls.filter((call) => call.unit === unit && call.estimate !== null);
  return known.reduce<number | null>(
    (sum, { most }) => (sum === null || most === null ? null : sum + most),
    0,
  );
}

/** Amounts of two units are never added: each has its own sum, `null` where nothing in it is known. */
function sumIn(calls: readonly Counted[], unit: MoneyUnit): Estimate | null {
  const known = calls.flatMap((call) => (call.unit === unit ? (call.estimate ?? []) : []));
  const add = (end: keyof Estimate) => known.reduce((total, one) => total + one[end], 0);
  return known.length === 0 ? null : { from: add('from'), to: add('to') };
}

const unpricedOf = (calls: readonly Counted[]): number =>
  calls.filter(({ estimate }) => estimate === null).length;

const isAnyAtLeast = (calls: readonly Pick<Priced, 'foreseen'>[]): boolean =>
  calls.some(({ foreseen }) => foreseen.isAtLeast);

const sum = (calls: readonly Counted[]): Sum => ({
  costs: moneyUnits.flatMap((unit) => {
    const estimate = sumIn(calls, unit);
    return estimate === null ? [] : [{ unit, estimate, most: mostIn(calls, unit) }];
  }),
  unpriced: unpricedOf(calls),
});

const free: ExpectedCost = { unit: firstUnit, estimate: { from: 0, to: 0 }, usually: null };

function forecastOf(calls: readonly PlannedCall[], priced: readonly Priced[]): CostForecast {
  const { costs, unpriced } = sum(priced);
  const [only] = calls.length === 1 ? priced : [];
  const [chat] = calls.length === 1 ? calls : [];
  const rounds = calls.reduce((sum, call) => sum + (roundsOf(call)?.rounds ?? 0), 0);
  return {
    costs: calls.length === 0 ? [free] : costs.map((cost) => ({ ...cost, usually: only?.usually ?? null })),
    unpriced,
    calls: calls.length,
    ...(isAnyAtLeast(priced) && { isAtLeast: true }),
    ...(rounds > 0 && { rounds }),
    hasPrice: priced.some(({ foreseen }) => foreseen.estimate !== null),
    pastCalls: only?.pastCalls ?? 0,
    promptTokens: chat?.kind === 'chat' ? tokensIn(chat.characters) : null,
  };
}
