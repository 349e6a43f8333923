import type { LedgerState } from '../../../shared/money/ledger';
import type { Amount } from '../../../shared/money/money';
import type { CallMeta, GatewayFailure } from '../../gateway/types/call';
import type { EventBus } from '../events';
import type { LedgerEntry, LedgerStore, OpenGeneration } from '../ports/ledger';
import type { Ports } from '../ports/ports';
import type { MoneyOf } from '../profiles/paying-profile';
import { amountsIn, outcomeOf } from './answer-amounts';
import { createInFlight, type OpenCall } from './in-flight';
import { createMeter } from './meter';
import { CHARGE_MAY_COME_LATE_MS, findDifference } from './reconcile';

/** What a call was for; the rest of its ledger row comes from its answer. */
export type CallSubject = Pick<LedgerEntry, 'profileId' | 'operation' | 'model'> &
  Partial<
    Pick<LedgerEntry, 'conversationId' | 'messageId' | 'jobId' | 'idempotencyKey' | 'forecast' | 'usage'>
  >;

/** Whose cost a settled balance made known, so that windows are notified. */
export type Settled = Pick<LedgerEntry, 'conversationId' | 'messageId' | 'jobId'>;

export interface LedgerService {
  /** Opens a call, before it is sent; `costs` for one that can be charged. Its end must follow its row. */
  begin(profileId: string, costs: boolean): OpenCall;
  /** Writes down a call that was answered. Joins the transaction it is called in. */
  recordAnswer(subject: CallSubject, meta: CallMeta, call: OpenCall): void;
  /** Writes down a call that failed, unless nothing of it can have reached the gateway. */
  recordFailure(subject: CallSubject, failure: GatewayFailure, call: OpenCall): void;
  /** Writes down a call whose end was never seen. */
  recordUnknown(subject: CallSubject): void;
  /** Writes down a balance that was requested separately, where it is reports. */
  recordBalance(profileId: string, remaining: Amount, call: OpenCall): void;
  /** Writes down what a call of unknown cost has cost, by the gateway's own word. */
  recordGeneration(profileId: string, call: OpenGeneration & { readonly used: Amount }): void;
  /** What the meter shows. */
  state(profileId: string): LedgerState;
  /**
   * Tells the windows at once; called after the transaction, so that they never hear of what was rolled back. Rows that
   * are not announced by a call are announced a moment later.
   */
  announce(profileId: string): void;
  /** Hears whose unknown cost became known. */
  whenSettled(listener: (settled: Settled) => void): void;
  /** Hears of each profile with a call whose cost is not known. */
  whenUnknown(listener: (profileId: string) => void): void;
}

type Row = Pick<LedgerEntry, 'used' | 'remaining' | 'outcome' | 'statusCode' | 'requestId' | 'totalMs'> &
  Partial<Pick<LedgerEntry, 'generationId'>>;

/** The ledger's writer and the meter's reader. */
export function createLedgerService(
  { storage, clock, log, describeError }: Ports,
  events: EventBus,
  moneyOf: MoneyOf,
): LedgerService {
  const { ledger } = storage;
  const listeners = new Set<(settled: Settled) => void>();
  const watchers = new Set<(profileId: string) => void>();
  const reports = createLedgerReports(clock, (profileId) => announce(profileId));
  const append = (subject: CallSubject, row: Row, isCheckpoint = false) => {
    const { unit } = moneyOf(subject.profileId);
    ledger.append({ ...noSubject, at: clock.now(), unit, ...subject, ...row, isCheckpoint });
    reports.add(subject.profileId);
    const isUnknown = row.used === null && row.outcome !== 'refused' && !isFree(subject.operation);
    if (isUnknown) for (const watch of watchers) watch(subject.profileId);
  };
  const settle = ({ profileId, jobId = null, messageId }: CallSubject, row: Row): boolean => {
    if (row.remaining === null) return false;
    const { used, remaining } = row;
    const account = { profileId, unit: moneyOf(profileId).unit };
    const found = findDifference(ledger, account, { used, remaining, jobId, messageId, at: clock.now() });
    if (found === null) return true;
    const { outcome, ...rest } = found;
    append({ profileId, operation: outcome, ...rest }, { ...noAnswer, outcome, used: found.used });
    for (const listener of listeners) listener(found);
    return true;
  };
  const record = (subject: CallSubject, answer: Row, call: OpenCall) => {
    const row = withoutRepeats(ledger, subject, answer);
    append(subject, row, call.isAlone() && settle(subject, row));
  };
  const state = createMeter({ storage, clock }, moneyOf);
  const accountRows = createAccountRows({ storage, clock }, moneyOf, {
    append,
    settle,
    onSettled: (settled) => {
      for (const listener of listeners) listener(settled);
    },
  });
  const announce = (profileId: string): void => {
    reports.announced(profileId);
    try {
      events.emit({ type: 'ledger.changed', ledger: state(profileId) });
    } catch (error) {
      // What was charged is written down: the next call tells the sums again.
      log(`the ledger could not be read: ${describeError(error).code}`);
    }
  };
  return {
    begin: createInFlight(),
    recordAnswer: (subject, meta, call) =>
      record(
        subject,
        {
          ...amountsIn(moneyOf(subject.profileId), meta),
          outcome: 'answered',
          ...reply(meta),
          totalMs: meta.timing.totalMs,
        },
        call,
      ),
    recordFailure(subject, failure, call) {
      if (failure.statusCode === 0 && !failure.outcomeUnknown) return;
      const amounts = amountsIn(moneyOf(subject.profileId), failure);
      const outcome = outcomeOf(amounts.used, failure);
      record(subject, { ...amounts, outcome, ...reply(failure), totalMs: null }, call);
    },
    recordUnknown(subject) {
      const used = moneyOf(subject.profileId).isFree ? (0 as Amount) : null;
      append(subject, { ...noAnswer, used, outcome: 'unknown' });
    },
    ...accountRows,
    state,
    announce,
    whenSettled: (listener) => listeners.add(listener),
    whenUnknown: (listener) => watchers.add(listener),
  };
}

interface Writer {
  append(subject: CallSubject, row: Row, isCheckpoint?: boolean): void;
  settle(subject: CallSubject, row: Row): boolean;
  onSettled(settled: Settled): void;
}

/** Rows of what a gateway reported about the account in separate calls. */
function createAccountRows(
  { storage: { ledger }, clock }: Pick<Ports, 'storage' | 'clock'>,
  moneyOf: MoneyOf,
  { append, settle, onSettled }: Writer,
): Pick<LedgerService, 'recordBalance' | 'recordGeneration'> {
  return {
    recordBalance(profileId, remaining, call) {
      const account = { profileId, unit: moneyOf(profileId).unit };
      const subject = { profileId, operation: BALANCE, model: null };
      const row = { ...noAnswer, used: 0 as Amount, remaining, outcome: 'answered' as const };
      // Requested separately, a balance may lag behind a call that was charged a moment ago.
      const sinceChargeMs = clock.now() - (ledger.lastChargeAt(account) ?? 0);
      const isSettled = call.isAlone() && sinceChargeMs > CHARGE_MAY_COME_LATE_MS;
      const isChanged = ledger.totals(account, ledger.newestId()).reported !== remaining;
      // The same figure may have been read before it could settle anything.
      const settled = { used: row.used, remaining, jobId: null, at: clock.now() };
      const settlesMore = ledger.openUnknowns(account).length > 0 || findDifference(ledger, account, settled);
      if (isSettled && (isChanged || settlesMore)) append(subject, row, settle(subject, row));
      else if (isChanged) append(subject, row);
    },
    recordGeneration(profileId, { used, generationId, model, conversationId, messageId, jobId }) {
      const settled = { conversationId, messageId, jobId };
      const row = { ...noAnswer, used, generationId, outcome: 'reconciled' as const };
      append({ profileId, operation: 'reconciled', model, ...settled }, row);
      onSettled(settled);
    },
  };
}

const BALANCE = 'account.balance';

/** The catalogue is free by the gateway's interface. */
const isFree = (operation: string): boolean => operation.startsWith('models.');

/**
 * A gateway may send a stored answer once more for the same key: its charge was written down the first time, or found in
 * a balance while the answer was missing. Its balance is the one of the first time.
 */
function withoutRepeats(ledger: LedgerStore, { idempotencyKey = null }: CallSubject, row: Row): Row {
  if (row.generationId && ledger.isCharged(row.generationId))
    return { ...row, used: 0 as Amount, remaining: null, outcome: 'answered' };
  if (idempotencyKey === null || !ledger.mayBeStored(idempotencyKey)) return row;
  const { requestId, used } = row;
  const isKnown = requestId !== null && ledger.hasCharge({ idempotencyKey, requestId });
  const found = isKnown ? used : ledger.foundCharge(idempotencyKey);
  return { ...row, used: used && (Math.max(0, used - (found ?? 0)) as Amount), remaining: null };
}

/** The profiles with rows that were not announced yet; rows that are written together are announced together. */
function createLedgerReports(clock: Ports['clock'], tell: (profileId: string) => void) {
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
    announced: (profileId: string) => void waiting.delete(profileId),
  };
}

const noSubject = { conversationId: null, messageId: null, jobId: null, idempotencyKey: null };
const noAnswer = { remaining: null, statusCode: null, requestId: null, totalMs: null };

function reply({
  statusCode,
  requestId,
  generationId,
}: Pick<CallMeta, 'statusCode' | 'requestId' | 'generationId'>) {
  return { statusCode: statusCode === 0 ? null : statusCode, requestId, generationId };
}
