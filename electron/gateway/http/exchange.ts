/** One attempt of a call. */
import { readRateLimits } from '../../../shared/calls/rate-limit';
import { hasScheme, withoutOwnScheme } from '../../../shared/profiles/credential-names';
import { GatewayError } from '../parse/error';
import { endedFailure, unansweredFailure } from '../parse/failures';
import { isRecord } from '../parse/json';
import { readRefusalReply } from '../parse/refusal';
import type { Call, ClientContext, Reply } from './call';
import { formBody } from './form-body';
import { readNetworkCause } from './network-cause';
import { addressOf, requireOwnOrigin } from './paths';
import { createError, createReply } from './reply';
import { createWatch, EndedError, type Watch } from './watch';

/**
 * Sends once and waits for the headers. Answers with a 2xx; throws a {@link GatewayError} for every other status and
 * for no answer.
 */
export async function exchange(call: Call): Promise<Reply> {
  const watch = createWatch(call.limits.totalMs - call.elapsedMs(), call.spec.options?.signal);
  // `null` until the request is built: nothing was sent before.
  let sentTo: URL | null = null;
  try {
    watch.signal.throwIfAborted();
    const url = buildUrl(call);
    const outgoing = await buildRequest(call, watch, url);
    watch.signal.throwIfAborted();
    sentTo = url;
    const response = await send(call, watch, url, outgoing);
    tellAnswered(call, response);
    if (!response.ok) throw await readRefusalReply(call, watch, response, url);
    return createReply(call, watch, response);
  } catch (error) {
    watch.stop();
    throw translate(call, watch, error, sentTo);
  }
}

function tellAnswered({ idempotencyKey, context }: Call, { headers }: Response): void {
  context.onAnswered({
    idempotencyKey,
    limits: readRateLimits((name) => headers.get(name), context.now()),
  });
}

/** The address of the call, with the profile's query over that of its path, and the call's own over both. */
function buildUrl({ spec, context }: Call): URL {
  const url = new URL(spec.url ?? addressOf(context.baseUrl, spec.path));
  const query = { ...Object.fromEntries(url.searchParams), ...context.query, ...spec.query };
  const pairs = Object.entries(query).map((pair) => pair.map(encodeURIComponent).join('='));
  // Assigned even where it is empty, it would leave a question mark.
  if (pairs.length > 0) url.search = pairs.join('&');
  return url;
}

/** Throws where a header cannot hold its value or the address is not the gateway's, before anything is sent. */
async function buildRequest(call: Call, watch: Watch, url: URL): Promise<RequestInit> {
  const { spec, context, body, idempotencyKey } = call;
  const form = spec.files && (await formBody(isRecord(body) ? body : {}, spec.files, idempotencyKey));
  const headers = new Headers({ 'user-agent': 'Gatehouse', accept: spec.accept ?? 'application/json' });
  if (body !== undefined) headers.set('content-type', form?.type ?? 'application/json');
  if (idempotencyKey !== null) headers.set('idempotency-key', idempotencyKey);
  for (const [name, value] of Object.entries(spec.headers ?? {})) headers.set(name, value);
  authorize(headers, url, context);
  return {
    method: spec.method.toUpperCase(),
    ...(body !== undefined && { body: form ?? JSON.stringify(body) }),
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

/**
 * Adds the key and the profile's headers to a request to the gateway's own origin, or to one that the person allowed.
 * @param target where the request is about to be sent
 * @throws Error where that is another origin; nothing is added then
 */
export function authorize(headers: Headers, target: URL, context: ClientContext): void {
  const { apiKey, auth, headers: own, baseUrl, jobOrigins, dialect } = context;
  if (!jobOrigins.includes(target.origin)) requireOwnOrigin(target, baseUrl);
  for (const [name, value] of Object.entries({ ...dialect.fixedHeaders, ...own })) headers.set(name, value);
  if (apiKey === '' || auth.kind === 'none') return;
  if (auth.kind === 'header') headers.set(auth.name, apiKey);
  if (auth.kind === 'bearer' && dialect.keyHeader !== null)
    headers.set(dialect.keyHeader, withoutOwnScheme(apiKey));
  if (auth.kind === 'bearer') headers.set('authorization', credentialsOf(apiKey, dialect.scheme));
}

const credentialsOf = (apiKey: string, scheme: string): string =>
  hasScheme(apiKey) ? apiKey : `${scheme} ${apiKey}`;
