/** Fetches a result from the address a reply named: often of another origin, never trusted with the key. */
import { tooLarge } from './body';
import type { Call, ClientContext, Reply } from './call';
import { GatewayError } from './error';
import { translate } from './exchange';
import { readRefusalReply } from './refusal';
import { createReply } from './reply';
import { createWatch } from './watch';

export interface Download {
  /** As declared; what the bytes are is told by the bytes. */
  readonly contentType: string | null;
  /** As declared; `null` where it was not. */
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
 * Asks without the key first, wherever the address points. Only where the gateway's own origin refuses that is it
 * asked again with the key, and then no redirect is followed.
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
    return toDownload(await request(call, target, false), options);
  } catch (error) {
    const isRefused = error instanceof GatewayError && [401, 403].includes(error.statusCode);
    if (!isOwn || !isRefused || context.apiKey === '') throw error;
    return toDownload(await request(call, target, true), options);
  }
}

function readTarget(url: string): URL {
  const target = URL.canParse(url) ? new URL(url) : null;
  if (target !== null && ['http:', 'https:'].includes(target.protocol)) return target;
  const message = 'The result waits at an address that is not http(s), so it was not fetched.';
  throw new GatewayError({ errorCode: 'malformed_response', message });
}

function createDownloadCall(context: ClientContext, signal?: AbortSignal): Call {
  const begunMs = context.monotonic();
  return {
    spec: { method: 'get', path: '', costs: false, options: { signal } },
    context,
    idempotencyKey: null,
    startedAt: context.now(),
    elapsedMs: () => context.monotonic() - begunMs,
    attempts: 0,
  };
}

async function request(call: Call, url: URL, withKey: boolean): Promise<Reply> {
  const { context, spec } = call;
  const watch = createWatch(context.timeouts.totalMs - call.elapsedMs(), spec.options?.signal);
  call.attempts++;
  try {
    const answer = context.fetch(url.href, {
      headers: { 'user-agent': 'Gatehouse', ...(withKey && { authorization: `Bearer ${context.apiKey}` }) },
      signal: watch.signal,
      redirect: withKey ? 'manual' : 'follow',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
    });
    const response = await watch.guard(answer, context.timeouts.headersMs, 'headers');
    if (!response.ok) throw await readRefusalReply(call, watch, response, url);
    return createReply(call, watch, response);
  } catch (error) {
    watch.stop();
    throw translate(call, watch, error, url);
  }
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
