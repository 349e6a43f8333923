import { isRefusedStatus, mayFitLater } from '../../../shared/calls/refused';
import type { CallOptions, GatewayFailure } from '../../gateway/types/call';
import { namesCharge } from '../ledger/answer-amounts';
import { isGatewayFailure } from '../lib/gateway-failure';
import { pause } from '../lib/pause';
import { refusedWaitMs } from '../rate-limits/refused-wait';
import type { CallWorld, PaidCall } from './paid-call';

/** An answer, or the failure that the call ended with. */
export type Sent<Answer> = { readonly answer: Answer } | { readonly failure: unknown };

type Sending = Pick<CallWorld, 'ports' | 'pace'>;

/**
 * Sends a call once there is room for it. Where the gateway refuses it for now and charges nothing, the call is held and
 * sent again with its key after the wait that was asked for: the only place of the app that does so for a paid call.
 *
 * @param ask sends the request; returns once the answer has begun
 * @throws what ended a wait, such as the signal's reason or `UnwrittenError`: nothing of the call is at the gateway then
 */
export async function sendCall<Answer>(
  world: Sending,
  call: PaidCall,
  ask: (options: CallOptions) => Promise<Answer>,
): Promise<Sent<Answer>> {
  for (let refusals = 1; ; refusals += 1) {
    const leave = await takeTurn(world, call);
    const sent = await sendOnce(call, ask).finally(leave);
    const wait = 'failure' in sent ? waitAfter(world, call, sent.failure, refusals) : null;
    if (wait === null) return sent;
    call.turn?.leave();
    await holdFor(world, call, { ...wait, refusals });
    await call.turn?.enter();
  }
}

async function sendOnce<Answer>(
  { owner, subject, signal, sendings }: PaidCall,
  ask: (options: CallOptions) => Promise<Answer>,
): Promise<Sent<Answer>> {
  await owner.mark('sent');
  // The wait for the disk may have been long: nothing is sent that was stopped meanwhile.
  signal.throwIfAborted();
  const { idempotencyKey } = subject;
  sendings.count += 1;
  try {
    return { answer: await ask({ signal, idempotencyKey, leavesRefusals: true }) };
  } catch (failure) {
    return { failure };
  }
}

/** Of a call that waits: whose gateway it is, and where its wait is stored and shown. */
type Waiter = { readonly profileId: string } & Pick<PaidCall, 'owner' | 'signal' | 'patience'>;

/**
 * Waits, with nothing sent, while the gateway's headers say that it would refuse one more request. Headers are advice:
 * where they state a longer wait than this call has patience for, it is sent, and the gateway decides.
 */
export async function untilFree(world: Sending, waiter: Waiter): Promise<void> {
  const { pace, ports } = world;
  const { profileId, owner, signal } = waiter;
  if (pacedMs(world, waiter) === 0) return;
  await owner.mark('held');
  try {
    for (let waitMs = pacedMs(world, waiter); waitMs > 0; waitMs = pacedMs(world, waiter)) {
      const nextAt = ports.clock.now() + waitMs;
      owner.showWait({ nextAt, failedInARow: 0, lastError: null, isPaced: true });
      await pace.untilFree(profileId, signal);
    }
  } finally {
    owner.showWait(null);
  }
}

function pacedMs({ pace }: Sending, { profileId, patience }: Waiter): number {
  const waitMs = pace.waitMs(profileId);
  return waitMs > patience.atLimit.longestMs ? 0 : waitMs;
}

/**
 * Waits for a place and takes it.
 * @returns ends the count of the call as one that was sent and not answered
 */
async function takeTurn(world: Sending, call: PaidCall): Promise<() => void> {
  const { profileId, idempotencyKey } = call.subject;
  const waiter = { ...call, profileId };
  do await untilFree(world, waiter);
  while (
    // Of two calls that waited for one place, the second sees that it is taken.
    pacedMs(world, waiter) > 0
  );
  return world.pace.take(profileId, idempotencyKey);
}

interface Wait {
  readonly waitMs: number;
  readonly error: GatewayFailure;
}

/** How long to wait after a failure; `null` where the call has failed with it. */
function waitAfter(
  { ports }: Sending,
  { patience }: PaidCall,
  error: unknown,
  refusals: number,
): Wait | null {
  if (!isRefusedForNow(error)) return null;
  const random = ports.clock.random();
  const { atLimit, atOverload } = patience;
  const waitMs = refusedWaitMs(error.statusCode === 429 ? atLimit : atOverload, {
    refusals,
    askedMs: error.retryAfterMs,
    random,
  });
  return waitMs === null ? null : { waitMs, error };
}

/** The gateway refused the call for now, and charged nothing. */
export function isRefusedForNow(error: unknown): error is GatewayFailure {
  if (!isGatewayFailure(error) || error.outcomeUnknown || error.isOutOfCredits || namesCharge(error))
    return false;
  return isRefusedStatus(error.statusCode) && mayFitLater(error);
}

/** If the app ends meanwhile, the call was not sent. */
async function holdFor(
  { ports }: Sending,
  { owner, signal }: PaidCall,
  { waitMs, error, refusals }: Wait & { readonly refusals: number },
): Promise<void> {
  await owner.mark('held');
  owner.showWait({
    nextAt: ports.clock.now() + waitMs,
    failedInARow: refusals,
    lastError: ports.describeError(error),
  });
  try {
    await pause(ports.clock, waitMs, signal);
  } finally {
    owner.showWait(null);
  }
}
