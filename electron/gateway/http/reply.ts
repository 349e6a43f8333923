import { readRateLimits, readSpentResetMs } from '../../../shared/calls/rate-limit';
import { findBareError } from '../parse/bare-error';
import { GatewayError, type GatewayErrorInit, isOutcomeUnknown } from '../parse/error';
import { findErrorInside, type Refusal, readRefusal, refusalOfText } from '../parse/error-reply';
import { brokenBodyFailure, endedFailure } from '../parse/failures';
import type { JsonRecord } from '../parse/json';
import { mergeCredits, readCredits, readRequestId, readRetryAfterMs, waitUntil } from '../parse/metadata';
import { buildMeta, type Call, type Reply, type ReplyFailure } from './call';
import { readNetworkCause } from './network-cause';
import { EndedError, type Watch } from './watch';

/** How much of a finished reply's body is read to its end, so that the connection can be reused. */
const DRAIN_MS = 1_000;
const DRAIN_BYTES = 65_536;
/** How long a reply that has said its end is read on: some gateways send its usage then, others keep the connection open. */
const AFTER_END_MS = 250;

/** Wraps a response: reads under the call's time limits, and turns every failure into a `GatewayError`. */
export function createReply(call: Call, watch: Watch, response: Response): Reply {
  const { context, limits } = call;
  const headers = cleanHeaders(call, response.headers);
  const timing = { startedAt: call.startedAt, headersMs: call.elapsedMs() };
  const requestId = readRequestId(headers);
  const rateLimit = readRateLimits((name) => headers.get(name), context.now());
  const headerCredits = readCredits(null, headers);
  const reader = response.body?.getReader() ?? null;
  let firstMs: number | null = null;
  let totalMs: number | null = null;
  let isAtEnd = reader === null;
  // Some gateways send their headers at once, and think only then.
  let hasBytes = false;
  let endsAtMs: number | null = null;

  const readGeneration = (body: unknown) => context.dialect.generation?.idOf(body, headers) ?? null;
  const fail = (failure: ReplyFailure) => failureOf(call, { headers, status: response.status }, failure);
  const failReading = (error: unknown) => {
    if (error instanceof EndedError) return fail(endedFailure(error.reason, call.spec.costs, true));
    return fail(brokenBodyFailure(readNetworkCause(error), call.spec.costs));
  };
  const stop = () => {
    totalMs ??= call.elapsedMs();
    watch.stop();
  };

  return {
    statusCode: response.status,
    headers,
    redactor: context.redactor,
    dialect: context.dialect,
    async read() {
      if (reader === null || isAtEnd) return null;
      if (endsAtMs !== null) return readWithin(reader, endsAtMs - call.elapsedMs());
      try {
        const { done, value } = await (hasBytes
          ? watch.guard(reader.read(), limits.idleMs, 'idle')
          : watch.guard(reader.read(), limits.headersMs, 'first'));
        isAtEnd = done;
        hasBytes = true;
        return value ?? null;
      } catch (error) {
        stop();
        void reader.cancel().catch(() => {});
        throw failReading(error);
      }
    },
    markFirst: () => {
      firstMs ??= call.elapsedMs();
    },
    readCost: (body) => context.dialect.readCost(body, headers),
    readGeneration,
    meta: (credits, cost = context.dialect.readCost(null, headers), generationId = readGeneration(null)) => {
      const whole = { ...timing, firstMs, totalMs };
      const answer = { statusCode: response.status, requestId, rateLimit, timing: whole };
      const money = { reportedCost: cost, generationId };
      return buildMeta(call, answer, mergeCredits(headerCredits, credits), money);
    },
    fail,
    endSoon() {
      totalMs ??= call.elapsedMs();
      endsAtMs ??= call.elapsedMs() + AFTER_END_MS;
    },
    finish() {
      stop();
      if (reader !== null && !isAtEnd) void drain(reader);
    },
    abort() {
      stop();
      watch.abort();
    },
  };
}

function failureOf(
  call: Call,
  { headers, status }: { readonly headers: Headers; readonly status: number },
  { resetAtMs = null, ...failure }: ReplyFailure,
): GatewayError {
  const { now, dialect } = call.context;
  const requestId = readRequestId(headers);
  const headerCredits = readCredits(null, headers);
  const credits = mergeCredits(headerCredits, failure.credits ?? headerCredits);
  const statusCode = failure.statusCode ?? status;
  const outcomeUnknown = failure.outcomeUnknown ?? isOutcomeUnknown(call.spec.costs, statusCode, credits);
  // A header is exact; a sentence often rounds.
  const untilReset = resetAtMs === null ? null : waitUntil(resetAtMs, now());
  const ofLimit = statusCode === 429 ? readSpentResetMs((name) => headers.get(name), now()) : null;
  const retryAfterMs = readRetryAfterMs(headers, now()) ?? failure.retryAfterMs ?? untilReset ?? ofLimit;
  const known = { retryAfterMs, credits, statusCode, outcomeUnknown };
  const generationId = dialect.generation?.idOf(null, headers) ?? null;
  return createError(call, {
    ...failure,
    ...known,
    generationId,
    requestId: failure.requestId ?? requestId,
  });
}

/** `null` at the end, and where nothing comes in time or the connection breaks. */
async function readWithin(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  limitMs: number,
): Promise<Uint8Array | null> {
  if (limitMs <= 0) return null;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, limitMs, null);
  });
  const next = reader.read().then(
    ({ value }) => value ?? null,
    () => null,
  );
  try {
    return await Promise.race([next, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Headers without the key, which a gateway may echo even there. */
function cleanHeaders(call: Call, headers: Headers): Headers {
  return new Headers([...headers].map(([name, value]) => [name, call.context.redactor.strict(value)]));
}

/**
 * Text from the gateway has key prefixes removed already. Our own text is only checked for the whole key, so no ordinary
 * word is cut.
 */
export function createError(call: Call, init: GatewayErrorInit): GatewayError {
  return new GatewayError(call.context.redactor.content({ attempts: call.attempts, ...init }));
}

async function drain(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const timer = setTimeout(() => void reader.cancel().catch(() => {}), DRAIN_MS);
  try {
    for (let seen = 0; seen < DRAIN_BYTES; ) {
      const { done, value } = await reader.read();
      if (done) return;
      seen += value.byteLength;
    }
    await reader.cancel();
  } catch {
    // The reply is complete; how its connection ends no longer matters.
  } finally {
    clearTimeout(timer);
  }
}

/** Throws if the body of a reply with a good status contains an error. */
export function failInside(reply: Reply, body: JsonRecord): void {
  const failure = failureInside(reply, body);
  if (failure !== null) throw failure;
}

/** The error that the body of a reply with a good status contains; `null` where it contains none. */
export function failureInside(reply: Reply, body: JsonRecord): GatewayError | null {
  const refusal = reply.redactor.strict(amended(reply, findErrorInside(body, reply.statusCode)));
  return refusal && reply.fail({ ...refusal, ...statusOf(reply, refusal.statusCode, body) });
}

/**
 * An error in an event of a stream: in its data, or as the data of an `error` event, which may be plain text. `null` if
 * the event is not an error.
 */
export function streamedFailure(
  reply: Reply,
  data: JsonRecord | string,
  isErrorEvent: boolean,
  hasText: boolean,
) {
  const refusal = reply.redactor.strict(amended(reply, readEventError(data, isErrorEvent, reply.statusCode)));
  if (refusal === null) return null;
  const known = statusOf(reply, refusal.statusCode, typeof data === 'string' ? {} : data);
  // Text that has arrived may be charged, whatever status the error names.
  const outcomeUnknown = hasText ? isOutcomeUnknown(true, reply.statusCode, known.credits) : undefined;
  return reply.fail({ ...refusal, ...known, outcomeUnknown });
}

function readEventError(data: JsonRecord | string, isErrorEvent: boolean, status: number): Refusal | null {
  if (typeof data === 'string') return refusalOfText(data, status);
  return isErrorEvent
    ? readRefusal(data, status)
    : (findErrorInside(data, status) ?? findBareError(data, status));
}

const amended = ({ dialect, statusCode }: Reply, refusal: Refusal | null): Refusal | null =>
  refusal === null ? null : dialect.readRefusal(refusal, statusCode);

function statusOf(reply: Reply, statusCode: number | null, body: JsonRecord) {
  return { statusCode: statusCode ?? reply.statusCode, credits: readCredits(body, reply.headers) };
}
