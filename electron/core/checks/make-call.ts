/** One call of a check: stored, sent once, and seen. */
import type { CheckRun } from '../../../shared/checks/checks';
import { AppError, type AppErrorData } from '../../../shared/errors';
import { amountIn, type Cost } from '../../../shared/money/cost';
import type { Amount } from '../../../shared/money/money';
import type { ChatResult } from '../../gateway/types/chat';
import { type CallOwner, type CallWorld, holdCall, type PaidCall, writeFailure } from '../calls/paid-call';
import { sendCall } from '../calls/send-call';
import { amountsIn } from '../ledger/answer-amounts';
import { isGatewayFailure } from '../lib/gateway-failure';
import type { CallPlace, StoredCall } from '../ports/checks';
import type { Ports } from '../ports/ports';
import type { MoneyOf } from '../profiles/paying-profile';
import type { Profiles } from '../profiles/profiles';
import { patience } from '../rate-limits/refused-wait';
import { boundOf, plannedAsk } from './plan-check';
import type { Ask, Subject } from './probes/probe';
import { type Answer, request } from './request-call';
import { bounded, type Seen, seenOf, seenReply } from './seen';

export interface CallServices extends Pick<CallWorld, 'ledger' | 'spending' | 'pace'> {
  readonly profiles: Profiles;
  readonly moneyOf: MoneyOf;
}

/** What sending needs of the check that sends. */
export interface Sender {
  readonly ports: Ports;
  readonly services: CallServices;
  readonly check: CheckRun;
  readonly signal: AbortSignal;
  /** Work on the database, repeated until it accepts it. */
  readonly persist: <Result>(work: () => Result) => Promise<Result>;
  /** Whether more may be sent: not once the check is paused. */
  readonly isWanted: () => boolean;
  /** Of its calls that wait, with nothing of them at the gateway: they end as the check is paused. */
  readonly waiting: Set<AbortController>;
  /** Calls on their way, by their place: another probe that asks the same waits for the answer. */
  readonly onTheirWay: Map<string, Promise<CallMade>>;
  readonly showWait: CallOwner['showWait'];
}

export interface CallMade {
  readonly id: string;
  readonly seen: Seen;
}

/** The next call would not fit in the bound any more. */
export class BoundReached extends Error {}

/** The check was paused, stopped or closed: nothing more is sent, and nothing is judged. */
export class Halted extends Error {}

/** An error that every other call would get too: the check pauses. */
export class ConcernsAll extends Error {
  readonly data: AppErrorData;
  constructor(data: AppErrorData) {
    super(data.message);
    this.data = data;
  }
}

/**
 * What the call of an ask showed: as it is stored where it was made before, in this run of the app or an earlier one.
 * @throws Halted, BoundReached, ConcernsAll; nothing of the call is at the gateway then
 */
export function makeCall(
  sender: Sender,
  subject: Subject,
  probe: StoredCall['probe'],
  ask: Ask,
): Promise<CallMade> {
  const { profileId = subject.profileId, model = subject.model, sharedWith = probe, step } = ask;
  const place = { checkId: sender.check.id, profileId, model, probe: sharedWith, step };
  const name = JSON.stringify(place);
  const same = sender.onTheirWay.get(name);
  if (same !== undefined) return same;
  const made = makeOnce(sender, place, ask).finally(() => sender.onTheirWay.delete(name));
  sender.onTheirWay.set(name, made);
  return made;
}

async function makeOnce(sender: Sender, place: CallPlace, ask: Ask): Promise<CallMade> {
  const { checks } = sender.ports.storage;
  const known = await sender.persist(() => checks.callAt(place));
  if (known !== undefined && known.status !== 'held') return { id: known.id, seen: seenOf(known) };
  if (!sender.isWanted()) throw new Halted();
  const call = known ?? (await store(sender, place, ask));
  try {
    await send(sender, call, ask);
  } catch (error) {
    if (sender.signal.aborted) throw new Halted();
    if (error instanceof AppError) throw new ConcernsAll(error.data);
    throw error;
  }
  if (sender.signal.aborted) throw new Halted();
  const ended = await sender.persist(() => checks.call(call.id));
  return { id: call.id, seen: seenOf(ended ?? call) };
}

function store({ ports, services, persist }: Sender, place: CallPlace, ask: Ask): Promise<StoredCall> {
  const { checks } = ports.storage;
  return persist(() => {
    const call: StoredCall = {
      ...place,
      id: ports.clock.newId(),
      key: ports.clock.newId(),
      status: 'held',
      operation: ask.operation,
      request: { model: place.model, ...ask.body },
      bound: boundOf(services.spending, plannedAsk(place, ask)),
      unit: services.moneyOf(place.profileId).unit,
      answer: null,
      error: null,
      cost: null,
      startedAt: null,
      finishedAt: null,
    };
    checks.insertCall(call);
    return call;
  });
}

const operations = {
  chat: 'chat.completions.create',
  images: 'images.generations.create',
  speech: 'audio.speech.create',
} as const;

/** The subject of a call, for the ledger. */
export const ledgerSubject = ({ profileId, model, key, operation }: StoredCall) => ({
  profileId,
  model,
  idempotencyKey: key,
  operation: operations[operation],
});

async function send(sender: Sender, call: StoredCall, ask: Ask): Promise<void> {
  const { ports, services, persist, check } = sender;
  const planned = plannedAsk(call, ask);
  const own = new AbortController();
  const signal = AbortSignal.any([sender.signal, own.signal]);
  const held = await holdCall(services, persist, () => {
    // Admitted with the whole check; a limit of the profile may have been reached since, also by calls beside this one.
    services.spending.admitAll([planned], ports.storage.checks.isConfirmed(check.id));
    return { profileId: call.profileId, call: planned };
  });
  try {
    const subject = {
      ...ledgerSubject(call),
      forecast: await persist(() => services.spending.foresee(planned)),
    };
    const paid: PaidCall = {
      subject,
      signal,
      open: held.open,
      owner: ownerOf(sender, call, own),
      patience: patience.unattended,
      sendings: { count: 0 },
    };
    const client = await services.profiles.client(call.profileId);
    const partial: { result: ChatResult | null } = { result: null };
    const sent = await sendCall({ ports, pace: services.pace }, paid, (options) =>
      request(client, call, options, partial),
    );
    if ('answer' in sent) await storeAnswer(sender, call, paid, sent.answer);
    else await storeFailure(sender, call, paid, sent.failure, partial.result);
  } finally {
    held.release();
    sender.waiting.delete(own);
    services.ledger.announce(call.profileId);
  }
}

/** Marks the call as sent only while the check runs, and where it fits in the announced bound. */
function ownerOf(
  { ports, check, persist, isWanted, waiting, showWait }: Sender,
  call: StoredCall,
  own: AbortController,
): CallOwner {
  const { checks } = ports.storage;
  return {
    mark: (state) =>
      persist(() => {
        if (state === 'sent' && !isWanted()) throw new Halted();
        if (state === 'held') waiting.add(own);
        else waiting.delete(own);
        if (state === 'sent') requireRoom(check.bound, checks.spent(check.id), call);
        const startedAt = state === 'sent' ? ports.clock.now() : null;
        checks.updateCall(call.id, { status: state, startedAt });
      }),
    showWait,
  };
}

/** @throws BoundReached */
function requireRoom(limit: Cost, spent: Cost, { bound }: StoredCall): void {
  for (const { unit, amount } of limit) {
    const before = amountIn(spent, unit) ?? 0;
    const more = bound?.unit === unit ? bound.amount : 0;
    if (before + more > amount || (more === 0 && bound === null && before >= amount))
      throw new BoundReached();
  }
}

async function storeAnswer(
  { ports, services, persist }: Sender,
  call: StoredCall,
  { subject, open }: PaidCall,
  { seen, meta }: Answer,
): Promise<void> {
  await persist(() => {
    services.ledger.recordAnswer({ ...subject, usage: seen.usage }, meta, open);
    const cost = costIn(
      services.moneyOf(call.profileId),
      amountsIn(services.moneyOf(call.profileId), meta).used,
    );
    ports.storage.checks.updateCall(call.id, {
      status: 'answered',
      cost,
      finishedAt: ports.clock.now(),
      answer: bounded(seen, 12_100) as StoredCall['answer'],
    });
  });
}

const costIn = ({ unit }: ReturnType<MoneyOf>, used: Amount | null): Cost | null =>
  used === null ? null : [{ unit, amount: used }];

/** @throws ConcernsAll where the call was not made and every other would fail so: it is asked again later */
async function storeFailure(
  sender: Sender,
  call: StoredCall,
  paid: PaidCall,
  failure: unknown,
  partial: ChatResult | null,
): Promise<void> {
  const { ports, services, persist } = sender;
  const { checks } = ports.storage;
  const concerned = await persist(() => {
    const { error, mayBeCharged } = writeFailure({ ports, ledger: services.ledger }, paid, failure);
    const cost = chargeIn(services.moneyOf(call.profileId), failure);
    if (!mayBeCharged && cost === null && concernsAll(error)) {
      // A refused key is used up, so the next attempt is another call.
      checks.updateCall(call.id, { status: 'held', key: ports.clock.newId(), startedAt: null });
      return error;
    }
    const answer = partial === null ? null : bounded(seenReply(partial, { isStream: true, arrivals: [] }));
    checks.updateCall(call.id, {
      status: mayBeCharged ? 'unknown' : 'refused',
      error,
      cost,
      finishedAt: ports.clock.now(),
      answer: answer as StoredCall['answer'],
    });
    return null;
  });
  if (concerned !== null) throw new ConcernsAll(concerned);
}

/** What a failure says that it was charged; a zero there says no more than what is known of every refusal. */
function chargeIn(money: ReturnType<MoneyOf>, failure: unknown): Cost | null {
  const used = isGatewayFailure(failure) ? amountsIn(money, failure).used : null;
  return used === 0 ? null : costIn(money, used);
}

/** Of the account, the key or the way to the gateway, not of this request. */
const concernsAll = ({ code, statusCode, isOutOfCredits, outcomeUnknown }: AppErrorData): boolean =>
  outcomeUnknown !== true &&
  (isOutOfCredits === true || code === 'network_error' || statusCode === 401 || statusCode === 402);
