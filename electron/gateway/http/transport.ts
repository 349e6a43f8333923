/** A call from its first attempt to its reply, under the retry rule. */
import { randomUUID } from 'node:crypto';
import { amendError, GatewayError } from '../parse/error';
import { endedFailure } from '../parse/failures';
import type { Call, CallSpec, ClientContext, Reply } from './call';
import { exchange } from './exchange';
import { createError } from './reply';
import { isRetryable, retryDelayMs } from './retry';
import { freeLimits, paidLimits } from './watch';

/** Sends the call and returns once the headers have arrived. Throws a {@link GatewayError}, and nothing else. */
export async function openCall(context: ClientContext, spec: CallSpec): Promise<Reply> {
  const call = createCall(context, spec);
  for (;;) {
    if (spec.options?.signal?.aborted) throw stopped(call);
    call.attempts++;
    try {
      return await exchange(call);
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      if (!dropRefusedField(call, error)) await waitBeforeRetry(call, error);
    }
  }
}

function createCall(context: ClientContext, spec: CallSpec): Call {
  const begunMs = context.monotonic();
  const adapted = context.refusedFields.apply(placeOf(context, spec), spec.body);
  return {
    spec,
    context,
    limits: spec.costs ? paidLimits(context.timeouts) : freeLimits(context.timeouts),
    idempotencyKey: spec.costs ? (spec.options?.idempotencyKey ?? randomUUID()) : null,
    startedAt: context.now(),
    elapsedMs: () => context.monotonic() - begunMs,
    attempts: 0,
    body: adapted.body,
    droppedFields: adapted.dropped,
  };
}

/** The same model may take a field under another path or at another gateway. */
const placeOf = ({ baseUrl }: ClientContext, { path }: CallSpec): string => `${baseUrl}${path}`;

/** True where the refusal named an optional field: without it, the call may be sent again at once. */
function dropRefusedField(call: Call, error: GatewayError): boolean {
  const { context, spec } = call;
  const adapted = context.refusedFields.adapt(placeOf(context, spec), call.body, error);
  if (adapted === null) return false;
  call.body = adapted.body;
  call.droppedFields = [...call.droppedFields, ...adapted.dropped];
  return true;
}

/** Returns when the call may be sent again; throws `error` if it may not, or not soon enough. */
async function waitBeforeRetry(call: Call, error: GatewayError): Promise<void> {
  const { context, spec } = call;
  const delayMs = retryDelayMs(call.attempts, error.retryAfterMs);
  const remainingMs = call.limits.totalMs - call.elapsedMs();
  const isHopeless = delayMs === null || delayMs >= remainingMs || call.attempts >= context.maxAttempts;
  if (!isRetryable(error, spec.options?.leavesRefusals) || isHopeless)
    throw amendError(error, { attempts: call.attempts });
  try {
    await context.sleep(delayMs, spec.options?.signal);
  } catch (reason) {
    if (spec.options?.signal?.aborted) throw stopped(call);
    throw reason;
  }
}

/** Stopped between attempts: before the first one, or after one that the gateway refused. */
function stopped(call: Call): GatewayError {
  return createError(call, endedFailure({ kind: 'aborted' }, call.spec.costs, false));
}
