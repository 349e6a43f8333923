import { toMicrocredits } from '../../shared/credits';
import type { CreditSummary } from '../../shared/ledger';
import type { CallMeta, GatewayFailure } from '../gateway/types';
import type { EventBus } from './events';
import type { LedgerEntry, LedgerOutcome, Ports } from './ports';

/** What a call was for; the rest of its ledger row comes from its answer. */
export type CallSubject = Pick<LedgerEntry, 'profileId' | 'operation' | 'model'> &
  Partial<Pick<LedgerEntry, 'conversationId' | 'messageId' | 'jobId' | 'idempotencyKey'>>;

export interface CreditService {
  /** Writes down a call that was answered. Joins the transaction it is called in. */
  recordAnswer(subject: CallSubject, meta: CallMeta): void;
  /** Writes down a call that failed, unless nothing of it can have reached the gateway. */
  recordFailure(subject: CallSubject, failure: GatewayFailure): void;
  /** Writes down a call whose end was never seen. */
  recordUnknown(subject: CallSubject): void;
  summary(profileId: string): CreditSummary;
  /** Tells the windows; called after the transaction, so that they never hear of what was rolled back. */
  announce(profileId: string): void;
}

/** The ledger's writer and the meter's reader. */
export function createCreditService({ storage, clock }: Ports, events: EventBus): CreditService {
  const sessionStart = storage.ledger.newestId();
  const append = (
    subject: CallSubject,
    rest: Pick<LedgerEntry, 'used' | 'remaining' | 'outcome' | 'statusCode' | 'requestId'>,
  ) =>
    storage.ledger.append({
      at: clock.now(),
      conversationId: null,
      messageId: null,
      jobId: null,
      idempotencyKey: null,
      ...subject,
      ...rest,
    });
  const summary = (profileId: string): CreditSummary => {
    const { remaining, spent, unknownCalls, lastCall } = storage.ledger.totals(profileId, sessionStart);
    return { profileId, remaining, spentThisSession: spent, unknownThisSession: unknownCalls, lastCall };
  };
  return {
    recordAnswer: (subject, meta) =>
      append(subject, { ...amounts(meta), outcome: 'answered', ...reply(meta) }),
    recordFailure(subject, failure) {
      if (failure.statusCode === 0 && !failure.outcomeUnknown) return;
      append(subject, { ...amounts(failure), outcome: outcomeOf(failure), ...reply(failure) });
    },
    recordUnknown: (subject) =>
      append(subject, { used: null, remaining: null, outcome: 'unknown', statusCode: null, requestId: null }),
    summary,
    announce: (profileId) => events.emit({ type: 'credits.changed', credits: summary(profileId) }),
  };
}

function amounts({ credits }: Pick<CallMeta, 'credits'>): Pick<LedgerEntry, 'used' | 'remaining'> {
  return { used: toMicrocredits(credits.used), remaining: toMicrocredits(credits.remaining) };
}

function reply({ statusCode, requestId }: Pick<CallMeta, 'statusCode' | 'requestId'>) {
  return { statusCode: statusCode === 0 ? null : statusCode, requestId };
}

/** A charge that was told is known, whatever became of the rest of the answer. */
function outcomeOf(failure: GatewayFailure): LedgerOutcome {
  if (failure.credits.used !== null) return 'answered';
  return failure.outcomeUnknown ? 'unknown' : 'refused';
}
