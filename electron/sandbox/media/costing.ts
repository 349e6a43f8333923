/** Calls that return their result at once: the price is held first, and charged once when the result is there. */
import type { Hold } from '../account';
import { ApiError } from '../errors';
import { toCredits } from '../pricing';
import type { GatewayContext, Services } from '../services';
import { MAX_SPEECH_SECONDS } from './formats';
import { MediaError } from './pool';
import { type MediaTask, SPEECH_TOO_LONG } from './tasks';

/** Sets the whole price aside. @throws ApiError 402 `insufficient_credits` */
export function holdPrice({ account }: Services, micros: number): Hold {
  const hold = account.hold(micros);
  if (hold !== null) return hold;
  throw new ApiError('There are not enough credits left for this call.', {
    status: 402,
    code: 'insufficient_credits',
    details: {
      credits_needed: toCredits(micros),
      credits_available: toCredits(account.balanceMicros - account.heldMicros),
    },
  });
}

export interface PaidCall<Result> {
  readonly operation: string;
  readonly model: string;
  readonly micros: number;
  /** Where tokens are what it costs. */
  readonly promptTokens?: number;
  /** Makes the result; if it throws, the call is free. */
  readonly make: (signal: AbortSignal) => Promise<Result>;
  /** What is stored for a repeated `Idempotency-Key`; runs in the transaction of the charge. */
  readonly keep: (result: Result) => unknown;
}

/** Makes the result and charges for it. A client that disconnects earlier pays nothing. */
export async function payFor<Result>(
  context: GatewayContext,
  services: Services,
  call: PaidCall<Result>,
): Promise<Result> {
  const hold = holdPrice(services, call.micros);
  const breaking = new AbortController();
  const running = { abort: () => breaking.abort(new Error('The call was broken off')) };
  services.running.add(running);
  const signal = AbortSignal.any([breaking.signal, context.req.raw.signal]);
  try {
    const result = await call.make(signal);
    signal.throwIfAborted();
    settle(context, services, hold, call, result);
    return result;
  } catch (error) {
    throw signal.aborted ? brokenOff() : explained(error);
  } finally {
    hold.release();
    services.running.delete(running);
  }
}

function settle<Result>(
  context: GatewayContext,
  { replies }: Services,
  hold: Hold,
  call: PaidCall<Result>,
  result: Result,
): void {
  const claim = context.get('claim');
  const fields = {
    operation: call.operation,
    model: call.model,
    state: 'completed' as const,
    requestId: context.get('requestId'),
    idempotencyKey: claim?.key ?? null,
    promptTokens: call.promptTokens ?? null,
    completionTokens: null,
  };
  hold.settle(call.micros, fields, () => {
    const kept = call.keep(result);
    if (claim) replies.keep(claim.key, claim.fingerprint, { kind: 'result', result: kept });
  });
}

const brokenOff = (): ApiError =>
  new ApiError('The call was broken off.', { status: 500, code: 'internal_error' });

function explained(error: unknown): unknown {
  if (!(error instanceof MediaError) || error.name !== SPEECH_TOO_LONG) return error;
  const minutes = MAX_SPEECH_SECONDS / 60;
  return new ApiError(`input: spoken at this speed it is longer than ${minutes} minutes`, {
    status: 400,
    code: 'invalid_request',
    param: 'input',
  });
}

/** Makes several results concurrently, in order. */
export function makeAll(
  { media }: Services,
  tasks: readonly MediaTask[],
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>[]> {
  return Promise.all(tasks.map((task) => media.pool.run(task, { signal })));
}

/** A seed for a request without one; returned, so that the result can be made again. */
export function randomSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
}

/** Each picture of a request has its own seed, with which it can be made again alone. */
export const seedsFrom = (seed: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => (index === 0 ? seed : nextSeed(seed, index)));

/** Stays an integer that JSON carries exactly. */
const nextSeed = (seed: number, index: number): number =>
  seed + index <= Number.MAX_SAFE_INTEGER ? seed + index : seed - index;
