import { corrected, type Estimate } from '../../../shared/estimate';
import {
  type Forecast,
  type TypicalCost,
  typicalMediaCost,
  typicalReplyCost,
} from '../../../shared/typical-cost';
import type { ReplyPlan } from '../chat/plan';
import type { ChatCall, Estimates, MediaCall } from './estimates';
import type { Guard } from './guard';

/** A call that is meant to be made: all that its price depends on. */
export type PlannedCall = ({ readonly kind: 'chat' } & ChatCall) | ({ readonly kind: 'media' } & MediaCall);

/** What several calls may cost together. */
export interface Sum {
  /** Of the calls whose price is known; `null` where none is. */
  readonly estimate: Estimate | null;
  readonly unpriced: number;
}

/** The guard as the rest of the core asks it: for replies, for jobs, and for many calls at once. */
export interface Spending {
  /** @throws AppError `over_budget` or `needs_confirmation`; called in the transaction that writes the intent down. */
  admitReply(plan: ReplyPlan, isConfirmed: boolean | undefined): void;
  admitJob(job: MediaCall, isConfirmed: boolean | undefined): void;
  /**
   * The guard of several planned calls, decided on as one: a comparison's columns, a batch's rows. They are checked for
   * the sum of what they may cost, once for each profile among them, before the first of them is written down. It holds
   * nothing: each call is held as it starts (`holdReply`, `holdJob`), and what starts later is to be admitted again by
   * itself then, with `isConfirmed` as it was given for all, since a hard limit may have been reached meanwhile.
   * @throws AppError `over_budget` or `needs_confirmation`, whose details tell `calls` and `estimate`.
   */
  admitAll(calls: readonly PlannedCall[], isConfirmed: boolean | undefined): void;
  /** What the price alone says; kept beside what the call then cost, so that later ones can be corrected. */
  forecast(call: PlannedCall): Forecast;
  /** What they may cost together, to be shown before anyone decides. */
  sumOf(calls: readonly PlannedCall[]): Sum;
  /** Counts it as running until the answer is called. */
  holdReply(plan: ReplyPlan): () => void;
  holdJob(job: MediaCall): () => void;
}

/** @param typicalCostOf what calls of a model took lately */
export function createSpending(
  guard: Guard,
  estimates: Estimates,
  typicalCostOf: (profileId: string, model: string, kind: PlannedCall['kind']) => TypicalCost,
): Spending {
  const forecast = (call: PlannedCall) =>
    call.kind === 'chat' ? estimates.chat(call) : estimates.media(call);
  const estimate = (call: PlannedCall): Estimate | null => {
    const foreseen = forecast(call);
    const usual = typicalCostOf(call.profileId, call.model, call.kind);
    return corrected(foreseen.estimate, usually(call, foreseen, usual));
  };
  const check = (call: PlannedCall, isConfirmed = false) =>
    guard.check({ profileId: call.profileId, estimate: estimate(call), isConfirmed });
  const hold = (call: PlannedCall) => guard.hold({ profileId: call.profileId, estimate: estimate(call) });
  const sumOf = (calls: readonly PlannedCall[]) => sum(calls.map(estimate));
  return {
    admitReply: (plan, isConfirmed) => check(plannedReply(plan), isConfirmed),
    admitJob: (job, isConfirmed) => check(plannedJob(job), isConfirmed),
    admitAll(calls, isConfirmed = false) {
      for (const profileId of new Set(calls.map((call) => call.profileId))) {
        const own = calls.filter((call) => call.profileId === profileId);
        guard.check({ profileId, ...sumOf(own), calls: own.length, isConfirmed });
      }
    },
    forecast,
    sumOf,
    holdReply: (plan) => hold(plannedReply(plan)),
    holdJob: (job) => hold(plannedJob(job)),
  };
}

const usually = (call: PlannedCall, foreseen: Forecast, usual: TypicalCost): number | null =>
  call.kind === 'chat'
    ? typicalReplyCost(foreseen.estimate, usual, call.settings.maxTokens !== undefined)
    : typicalMediaCost(foreseen, usual);

/** A reply as the guard counts it. */
export function plannedReply({ profileId, model, settings, history }: ReplyPlan): PlannedCall {
  const characters = history.reduce((sum, { text }) => sum + text.length, 0);
  return { kind: 'chat', profileId, model, settings, characters };
}

/** A job as the guard counts it. */
export const plannedJob = (job: MediaCall): PlannedCall => ({ kind: 'media', ...job });

function sum(estimates: readonly (Estimate | null)[]): Sum {
  const known = estimates.filter((one) => one !== null);
  const add = (end: keyof Estimate) => known.reduce((total, one) => total + one[end], 0);
  return {
    estimate: known.length === 0 ? null : { from: add('from'), to: add('to') },
    unpriced: estimates.length - known.length,
  };
}
