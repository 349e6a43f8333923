import type { Estimate } from '../../../shared/estimate';
import type { ReplyPlan } from '../chat/plan';
import type { Estimates, MediaCall } from './estimates';
import type { Guard } from './guard';

/** The guard as the rest of the core asks it: for replies and for jobs. */
export interface Spending {
  /** @throws AppError `over_budget` or `needs_confirmation`; called in the transaction that writes the intent down. */
  admitReply(plan: ReplyPlan, isConfirmed: boolean | undefined): void;
  admitJob(job: MediaCall, isConfirmed: boolean | undefined): void;
  /** Counts it as running until the answer is called. */
  holdReply(plan: ReplyPlan): () => void;
  holdJob(job: MediaCall): () => void;
}

export function createSpending(guard: Guard, estimates: Estimates): Spending {
  const ofReply = ({ profileId, model, settings, history }: ReplyPlan): Estimate | null => {
    const characters = history.reduce((sum, { text }) => sum + text.length, 0);
    return estimates.chat({ profileId, model, settings, characters });
  };
  const check = (profileId: string, estimate: Estimate | null, isConfirmed = false) =>
    guard.check({ profileId, estimate, isConfirmed });
  return {
    admitReply: (plan, isConfirmed) => check(plan.profileId, ofReply(plan), isConfirmed),
    admitJob: (job, isConfirmed) => check(job.profileId, estimates.media(job), isConfirmed),
    holdReply: (plan) => guard.hold({ profileId: plan.profileId, estimate: ofReply(plan) }),
    holdJob: (job) => guard.hold({ profileId: job.profileId, estimate: estimates.media(job) }),
  };
}
