/** A call from its first attempt to its reply, under the retry rule. */
import { randomUUID } from 'node:crypto';
import { amendError, GatewayError } from '../parse/error';
import { endedFailure } from '../parse/failures';
import type { Call, CallSpec, ClientContext, Reply } from './call';
import { exchange } from './exchange';
import { createError } from './reply';
import { isRetryable, retryDelayMs } from './retry';

/** Sends the call and answers once its headers have come. Throws a {@link GatewayError}, and nothing else. */
export async function openCall(context: ClientContext, spec: CallSpec): Promise<Reply> {
  const call = createCall(context, spec);
  for (;;) {
    if (spec.options?.signal?.aborted) throw stopped(call);
    call.attempts++;
    try {
      return await exchange(call);
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      await waitBeforeRetry(call, error);
    }
  }
}

function createCall(context: ClientContext, spec: CallSpec): Call {
  const begunMs = context.monotonic();
  return {
    spec,
    context,
    idempotencyKey: spec.costs ? (spec.options?.idempotencyKey ?? randomUUID()) : null,
    startedAt: context.now(),
    elapsedMs: () => context.monotonic() - begunMs,
    attempts: 0,
  };
}

/** Returns when the call may be sent again; throws `error` where it may not, or not soon enough. */
async function waitBeforeRetry(call: Call, error: GatewayError): Promise<void> {
  const { context, spec } = call;
  const delayMs = retryDelayMs(call.attempts, error.retryAfterMs);
  const remainingMs = context.timeouts.totalMs - call.elapsedMs();
  const isHopeless = delayMs === null || delayMs >= remainingMs || call.attempts >= context.maxAttempts;
  if (!isRetryable(error) || isHopeless) throw amendError(error, { attempts: call.attempts });
  try {
    await context.sleep(delayMs, spec.options?.signal);
  } catch (reason) {
    if (spec.options?.signal?.aborted) throw stopped(call);
    throw reason;
  }
}

/** Stopped while nothing was under way: before the first attempt, or after one the gateway had refused. */
function stopped(call: Call): GatewayError {
  return createError(call, endedFailure({ kind: 'aborted' }, call.spec.costs, false));
}
