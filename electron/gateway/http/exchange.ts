/** One attempt of a call, on the `openai` package's transport. */
import OpenAI from 'openai';
import { readRateLimits } from '../../../shared/rate-limit';
import { LONGEST_TIMER_MS } from '../../../shared/timer';
import { GatewayError } from '../parse/error';
import { endedFailure, unansweredFailure } from '../parse/failures';
import { readRefusalReply } from '../parse/refusal';
import type { FetchLike } from '../types';
import { authorize } from './authorize';
import type { Call, Reply } from './call';
import { readNetworkCause } from './network-cause';
import { resolvePath } from './paths';
import { createError, createReply } from './reply';
import { createWatch, EndedError, type Watch } from './watch';

/**
 * Sends once and waits for the headers. Answers with a 2xx; throws a {@link GatewayError} for every other status and
 * for no answer.
 */
export async function exchange(call: Call): Promise<Reply> {
  const watch = createWatch(call.limits.totalMs - call.elapsedMs(), call.spec.options?.signal);
  const state: { url: URL | null; thrown: unknown } = { url: null, thrown: null };
  const observedFetch: FetchLike = async (url, init) => {
    try {
      const target = new URL(String(url));
      const outgoing = buildRequest(call, watch, target, init);
      state.url = target;
      const response = await send(call, watch, target, outgoing);
      tellAnswered(call, response);
      if (!response.ok) throw await readRefusalReply(call, watch, response, state.url);
      return response;
    } catch (error) {
      // The transport keeps only some causes, so what was thrown is kept here.
      state.thrown = error;
      throw error;
    }
  };
  try {
    const response = await request(call, watch, observedFetch);
    return createReply(call, watch, response);
  } catch (error) {
    watch.stop();
    throw translate(call, watch, state.thrown ?? error, state.url);
  }
}

function tellAnswered({ idempotencyKey, context }: Call, { headers }: Response): void {
  context.onAnswered({
    idempotencyKey,
    limits: readRateLimits((name) => headers.get(name), context.now()),
  });
}

function request(call: Call, watch: Watch, fetch: FetchLike): Promise<Response> {
  const { spec, context, idempotencyKey } = call;
  const transport = new OpenAI({
    // Each is named, so that none is taken from the environment.
    apiKey: context.apiKey === '' ? 'none' : context.apiKey,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    baseURL: context.baseUrl,
    fetch,
    // Its own retries would repeat a call that may have been accepted, and its clock knows one limit only.
    maxRetries: 0,
    timeout: LONGEST_TIMER_MS,
    logLevel: 'off',
  });
  return transport
    .request({
      method: spec.method,
      path: resolvePath(context.baseUrl, spec.path),
      query: { ...context.query, ...spec.query },
      ...(call.body !== undefined && { body: call.body }),
      headers: { Accept: spec.accept ?? 'application/json', 'Idempotency-Key': idempotencyKey },
      signal: watch.signal,
    })
    .asResponse();
}

/** Only these headers are sent; the transport would add details of the machine and its environment. */
const sentHeaders = ['accept', 'content-type', 'idempotency-key'];

/** Throws where a header cannot hold its value or the address is not the gateway's, before anything is sent. */
function buildRequest(call: Call, watch: Watch, target: URL, init: RequestInit | undefined): RequestInit {
  const given = new Headers(init?.headers);
  const headers = new Headers({ 'user-agent': 'Gatehouse' });
  for (const name of sentHeaders) {
    const value = given.get(name);
    if (value !== null) headers.set(name, value);
  }
  authorize(headers, target, call.context);
  return {
    method: init?.method ?? 'GET',
    ...(init?.body !== undefined && { body: init.body }),
    headers,
    signal: watch.signal,
    redirect: 'manual',
    credentials: 'omit',
    cache: 'no-store',
  };
}

function send(call: Call, watch: Watch, url: URL, init: RequestInit): Promise<Response> {
  return watch.guard(call.context.fetch(url.href, init), call.limits.headersMs, 'headers');
}

/** Any failure before the reply began, as a `GatewayError`. */
export function translate(call: Call, watch: Watch, error: unknown, url: URL | null): GatewayError {
  if (error instanceof GatewayError) return error;
  const { costs } = call.spec;
  const reason = error instanceof EndedError ? error.reason : watch.reason();
  if (reason !== null) return createError(call, endedFailure(reason, costs, url !== null));
  if (url !== null) return createError(call, unansweredFailure(readNetworkCause(error), url, costs));
  // Nothing was sent: the request could not be built because of an invalid header or address.
  const why = error instanceof Error ? error.message : String(error);
  return createError(call, {
    errorCode: 'invalid_request',
    message: `The call cannot be sent: ${call.context.redactor.strict(why)}`,
  });
}
