/** Downloads a result from the address in a reply: often another origin, which never gets the key. */

import { GatewayError } from '../parse/error';
import { readRefusalReply } from '../parse/refusal';
import { authorize } from './authorize';
import { tooLarge } from './body';
import type { Call, ClientContext, Reply } from './call';
import { translate } from './exchange';
import { createReply } from './reply';
import { refusal } from './result-guard';
import { downloadLimits } from './time-limits';
import { createWatch, type Watch } from './watch';

export interface Download {
  /** As declared; the actual type is detected from the bytes. */
  readonly contentType: string | null;
  /** As declared; `null` if it was not. */
  readonly sizeBytes: number | null;
  /** Read once. Throws a {@link GatewayError} when cut, silent too long, stopped or larger than allowed. */
  readonly pieces: AsyncIterable<Uint8Array>;
}

export interface DownloadOptions {
  readonly signal?: AbortSignal;
  readonly maxBytes?: number;
}

const DEFAULT_MAX_BYTES = 4 * 1_024 ** 3;

/**
 * Requests without the key first. Only if the gateway's own origin refuses is the request sent again with the key, and
 * then no redirect is followed. Addresses of this computer and its network are refused at every step: see
 * `result-guard.ts`.
 */
export async function download(
  context: ClientContext,
  url: string,
  options: DownloadOptions,
): Promise<Download> {
  const target = readTarget(url);
  const call = createDownloadCall(context, options.signal);
  const isOwn = target.origin === new URL(context.baseUrl).origin;
  try {
    return toDownload(await follow(call, target), options);
  } catch (error) {
    const isRefused = error instanceof GatewayError && refusalsWithoutKey(context).includes(error.statusCode);
    if (!isOwn || !isRefused) throw error;
    return toDownload((await request(call, target, true)) as Reply, options);
  }
}

/** The status of a gateway that misses the key or the profile's headers. */
function refusalsWithoutKey({ apiKey, headers }: ClientContext): readonly number[] {
  if (Object.keys(headers).length > 0) return [400, 401, 403];
  return apiKey === '' ? [] : [401, 403];
}

function readTarget(url: string): URL {
  const target = URL.canParse(url) ? new URL(url) : null;
  if (target !== null && ['http:', 'https:'].includes(target.protocol)) return target;
  const message = 'The address of the result isn’t http or https, so it wasn’t downloaded.';
  throw new GatewayError({ errorCode: 'malformed_response', message });
}

function createDownloadCall(context: ClientContext, signal?: AbortSignal): Call {
  const begunMs = context.monotonic();
  return {
    spec: { method: 'get', path: '', costs: false, options: { signal } },
    context,
    limits: downloadLimits(context.timeouts),
    idempotencyKey: null,
    startedAt: context.now(),
    elapsedMs: () => context.monotonic() - begunMs,
    attempts: 0,
    body: undefined,
    droppedFields: [],
  };
}

/** More than real redirects need; a longer chain is a loop. */
const MAX_REDIRECTS = 5;

/** Each step is checked like the first: a harmless address may redirect anywhere. */
async function follow(call: Call, start: URL): Promise<Reply> {
  let url = start;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const answer = await request(call, url, false);
    if (!(answer instanceof URL)) return answer;
    url = answer;
  }
  const message = `The result was not fetched: its address redirects more than ${MAX_REDIRECTS} times.`;
  throw new GatewayError({ errorCode: 'malformed_response', message, attempts: call.attempts });
}

/** The response, or its redirect target; with the key, a redirect is a failure. */
async function request(call: Call, url: URL, withKey: boolean): Promise<Reply | URL> {
  const { context, spec } = call;
  const watch = createWatch(call.limits.totalMs, spec.options?.signal);
  call.attempts++;
  const step = createStep(context);
  try {
    const response = await watch.guard(step.fetch(url, watch, withKey), call.limits.headersMs, 'headers');
    const target = withKey ? null : redirectTarget(response, url);
    if (target !== null) {
      watch.stop();
      void response.body?.cancel().catch(() => {});
      return target;
    }
    if (!response.ok) throw await readRefusalReply(call, watch, response, url);
    return createReply(call, watch, response);
  } catch (error) {
    watch.stop();
    throw step.refused(url) ?? translate(call, watch, error, url);
  }
}

/** One request of a download, and whether the address it was about to connect to was refused. */
function createStep(context: ClientContext) {
  const { results } = context;
  let refusedAddress: string | null = null;
  return {
    async fetch(url: URL, watch: Watch, withKey: boolean): Promise<Response> {
      const admits = await results.guard.check(url);
      const pinned =
        admits &&
        (await results.pin?.((address) => {
          if (!admits(address)) refusedAddress = address;
          return refusedAddress === null;
        }));
      return results.fetch(url.href, {
        headers: requestHeaders(context, withKey),
        signal: watch.signal,
        redirect: 'manual',
        credentials: 'omit',
        cache: 'no-store',
        referrerPolicy: 'no-referrer',
        ...pinned,
      });
    },
    refused: ({ host }: URL): GatewayError | null =>
      refusedAddress === null ? null : refusal({ host, address: refusedAddress }),
  };
}

function requestHeaders(context: ClientContext, withKey: boolean): Headers {
  const headers = new Headers({ 'user-agent': 'Gatehouse' });
  if (withKey) authorize(headers, context);
  return headers;
}

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/** `null` if it is not a redirect to another http(s) address. */
function redirectTarget(response: Response, url: URL): URL | null {
  const location = response.headers.get('location');
  if (!REDIRECTS.includes(response.status) || location === null || !URL.canParse(location, url)) return null;
  return readTarget(new URL(location, url).href);
}

function toDownload(reply: Reply, options: DownloadOptions): Download {
  const size = Number(reply.headers.get('content-length') ?? Number.NaN);
  // The declared length counts the compressed bytes.
  const isPacked = reply.headers.has('content-encoding');
  return {
    contentType: reply.headers.get('content-type'),
    sizeBytes: Number.isSafeInteger(size) && !isPacked ? size : null,
    pieces: readPieces(reply, options.maxBytes ?? DEFAULT_MAX_BYTES),
  };
}

async function* readPieces(reply: Reply, maxBytes: number): AsyncGenerator<Uint8Array> {
  let seen = 0;
  let isOver = false;
  try {
    for (let piece = await reply.read(); piece !== null; piece = await reply.read()) {
      seen += piece.byteLength;
      if (seen > maxBytes) throw reply.fail(tooLarge(maxBytes));
      yield piece;
    }
    isOver = true;
    reply.finish();
  } finally {
    if (!isOver) reply.abort();
  }
}
