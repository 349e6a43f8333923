import { type Microcredits, toMicrocredits } from '../../../shared/credits';
import type { CreditSummary, LedgerOutcome, LedgerState } from '../../../shared/ledger';
import type { CallMeta, GatewayFailure } from '../../gateway/types';
import type { EventBus } from '../events';
import type { LedgerEntry, LedgerStore } from '../ports/ledger';
import type { Ports } from '../ports/ports';
import { createInFlight, type OpenCall } from './in-flight';
import { startOf } from './periods';
import { findDifference } from './reconcile';

/** What a call was for; the rest of its ledger row comes from its answer. */
export type CallSubject = Pick<LedgerEntry, 'profileId' | 'operation' | 'model'> &
  Partial<Pick<LedgerEntry, 'conversationId' | 'messageId' | 'jobId' | 'idempotencyKey' | 'forecast'>>;

/** Whose cost a settled balance made known, so that windows can be told. */
export type Settled = Pick<LedgerEntry, 'conversationId' | 'messageId' | 'jobId'>;

export interface CreditService {
  /** Opens a call, before it is sent; `costs` for one that can be charged. Its end must follow its row. */
  begin(profileId: string, costs: boolean): OpenCall;
  /** Writes down a call that was answered. Joins the transaction it is called in. */
  recordAnswer(subject: CallSubject, meta: CallMeta, call: OpenCall): void;
  /** Writes down a call that failed, unless nothing of it can have reached the gateway. */
  recordFailure(subject: CallSubject, failure: GatewayFailure, call: OpenCall): void;
  /** Writes down a call whose end was never seen. */
  recordUnknown(subject: CallSubject): void;
  summary(profileId: string): CreditSummary;
  /** The same with what the limits count and what tells a window that there is more to read. */
  state(profileId: string): LedgerState;
  /**
   * Tells the windows at once; called after the transaction, so that they never hear of what was rolled back. Rows that
   * nobody announces are told by themselves a moment later.
   */
  announce(profileId: string): void;
  /** Hears whose unknown cost became known. */
  whenSettled(listener: (settled: Settled) => void): void;
}

type Row = Pick<LedgerEntry, 'used' | 'remaining' | 'outcome' | 'statusCode' | 'requestId' | 'totalMs'>;

/** The ledger's writer and the meter's reader. */
export function createCreditService(
  { storage, clock, log, describeError }: Ports,
  events: EventBus,
): CreditService {
  const { ledger } = storage;
  const listeners = new Set<(settled: Settled) => void>();
  const news = createNews(clock, (profileId) => announce(profileId));
  const append = (subject: CallSubject, row: Row, isCheckpoint = false) => {
    ledger.append({ ...noSubject, at: clock.now(), ...subject, ...row, isCheckpoint });
    news.add(subject.profileId);
  };
  const settle = ({ profileId }: CallSubject, row: Row): boolean => {
    if (row.remaining === null) return false;
    const { used, remaining } = row;
    const found = findDifference(ledger, profileId, { used, remaining, at: clock.now() });
    if (found === null) return true;
    const { outcome, ...rest } = found;
    append({ profileId, operation: outcome, ...rest }, { ...noAnswer, outcome, used: found.used });
    for (const listener of listeners) listener(found);
    return true;
  };
  const record = (subject: CallSubject, answer: Row, call: OpenCall) => {
    const row = onlyNews(ledger, subject, answer);
    append(subject, row, call.isAlone() && settle(subject, row));
  };
  const { summary, state } = createSummaries({ storage, clock });
  const announce = (profileId: string): void => {
    news.told(profileId);
    try {
      events.emit({ type: 'credits.changed', credits: summary(profileId) });
      events.emit({ type: 'ledger.changed', ledger: state(profileId) });
    } catch (error) {
      // What was charged is written down: the next call tells the sums again.
      log(`credits could not be told: ${describeError(error).code}`);
    }
  };
  return {
    begin: createInFlight(),
    recordAnswer: (subject, meta, call) =>
      record(
        subject,
        { ...amounts(meta), outcome: 'answered', ...reply(meta), totalMs: meta.timing.totalMs },
        call,
      ),
    recordFailure(subject, failure, call) {
      if (failure.statusCode === 0 && !failure.outcomeUnknown) return;
      record(
        subject,
        { ...amounts(failure), outcome: outcomeOf(failure), ...reply(failure), totalMs: null },
        call,
      );
    },
    recordUnknown: (subject) => append(subject, { ...noAnswer, used: null, outcome: 'unknown' }),
    summary,
    state,
    announce,
    whenSettled: (listener) => listeners.add(listener),
  };
}

/** A gateway may send a stored answer once more for the same key: its charge was written down the first time. */
function onlyNews(ledger: LedgerStore, { idempotencyKey = null }: CallSubject, row: Row): Row {
  const { requestId, used } = row;
  const isRepeated = used && idempotencyKey && requestId && ledger.hasCharge({ idempotencyKey, requestId });
  return isRepeated ? { ...row, used: 0 as Microcredits } : row;
}

/** What was spent since now, which is when the app was started, and since the day and the month began. */
function createSummaries({ storage, clock }: Pick<Ports, 'storage' | 'clock'>) {
  const { ledger, report } = storage;
  const sessionStart = ledger.newestId();
  const summary = (profileId: string): CreditSummary => {
    const { remaining, spent, outside, unknownCalls, lastCall } = ledger.totals(profileId, sessionStart);
    const session = {
      spentThisSession: spent,
      outsideThisSession: outside,
      unknownThisSession: unknownCalls,
    };
    return { profileId, remaining, ...session, lastCall };
  };
  const state = (profileId: string): LedgerState => {
    const at = clock.now();
    return {
      ...summary(profileId),
      ...{ at, newestId: ledger.newestId() },
      spentToday: report.spentSince(profileId, startOf('day', at)),
      spentThisMonth: report.spentSince(profileId, startOf('month', at)),
    };
  };
  return { summary, state };
}

/** The profiles with rows that were not told yet; rows that are written together are told together. */
function createNews(clock: Ports['clock'], tell: (profileId: string) => void) {
  const waiting = new Set<string>();
  return {
    add(profileId: string) {
      if (waiting.size === 0) {
        clock.setTimer(0, () => {
          for (const one of [...waiting]) tell(one);
        });
      }
      waiting.add(profileId);
    },
    told: (profileId: string) => void waiting.delete(profileId),
  };
}

const noSubject = { conversationId: null, messageId: null, jobId: null, idempotencyKey: null };
const noAnswer = { remaining: null, statusCode: null, requestId: null, totalMs: null };

function amounts({ credits }: Pick<CallMeta, 'credits'>): Pick<LedgerEntry, 'used' | 'remaining'> {
  return { used: toMicrocredits(credits.used), remaining: toMicrocredits(credits.remaining) };
}

function reply({ statusCode, requestId }: Pick<CallMeta, 'statusCode' | 'requestId'>) {
  return { statusCode: statusCode === 0 ? null : statusCode, requestId };
}

/** A charge that was told is known, whatever became of the rest of the answer. */
function outcomeOf({ credits, outcomeUnknown }: GatewayFailure): LedgerOutcome {
  if (credits.used === null) return outcomeUnknown ? 'unknown' : 'refused';
  return credits.used === 0 ? 'refused' : 'answered';
}
