/** Downloads a result from the address in a reply: often another origin, which never gets the key. */
import { GatewayError } from '../parse/error';
import { readRefusalReply } from '../parse/refusal';
import type { Call, ClientContext, Reply } from './call';
import { authorize, translate } from './exchange';
import { createReply } from './reply';
import { refusal } from './result-guard';
import { describeFile, goOn, type RemoteFile, readResuming } from './resume';
import { createWatch, downloadLimits, type Watch } from './watch';

export interface Download {
  /** As declared; the actual type is detected from the bytes. */
  readonly contentType: string | null;
  /** Of the whole file, as declared; `null` if it was not. */
  readonly sizeBytes: number | null;
  /** By which a later request can go on with it; `null` where it can't. */
  readonly validator: string | null;
  /** The place of the first of the pieces. */
  readonly fromByte: number;
  /** Read once. Throws a {@link GatewayError} when cut, silent too long, stopped or larger than allowed. */
  readonly pieces: AsyncIterable<Uint8Array>;
}

/** What an earlier request brought of a file. */
export interface BegunFile {
  readonly validator: string;
  readonly sizeBytes: number | null;
  readonly contentType: string | null;
  readonly bytes: number;
}

export interface DownloadOptions {
  readonly signal?: AbortSignal;
  /** Only what is missing is requested; `result_changed` where the file at the address has changed. */
  readonly begun?: BegunFile;
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
  const open = async (more: Headers = new Headers()): Promise<Reply> => {
    try {
      return await follow(call, target, more);
    } catch (error) {
      const isRefused =
        error instanceof GatewayError && refusalsWithoutKey(context).includes(error.statusCode);
      if (!isOwn || !isRefused) throw error;
      return (await request(call, withSecretQuery(target, context), { withKey: true, more })) as Reply;
    }
  };
  const again = (headers: Readonly<Record<string, string>>) => open(new Headers(headers));
  const { begun } = options;
  const reply = begun === undefined ? await open() : await goOn(fileOf(begun), begun.bytes, again);
  const file = begun === undefined ? describeFile(reply) : fileOf(begun);
  const fromByte = begun?.bytes ?? 0;
  const pieces = readResuming({
    file,
    reply,
    fromByte,
    again,
    maxBytes: options.maxBytes ?? DEFAULT_MAX_BYTES,
    pause: (delayMs) => context.sleep(delayMs, options.signal),
  });
  const { contentType } = begun ?? { contentType: reply.headers.get('content-type') };
  // The declared length counts the compressed bytes.
  const sizeBytes = file.isPacked ? null : file.total;
  return { contentType, sizeBytes, validator: file.validator, fromByte, pieces };
}

const fileOf = ({ validator, sizeBytes: total }: BegunFile): RemoteFile => ({
  validator,
  total,
  isPacked: false,
});

/** With the secrets of the profile's query, which no stored address holds. */
function withSecretQuery(target: URL, { query, secrets }: ClientContext): URL {
  const own = new URL(target);
  const missing = Object.entries(query).filter(
    ([name, value]) => secrets.includes(value) && !own.searchParams.has(name),
  );
  // Added as text: what is there may be signed as it is written.
  if (missing.length > 0) own.search += `${own.search === '' ? '' : '&'}${new URLSearchParams(missing)}`;
  return own;
}

/** The status of a gateway that misses the key or the profile's headers. */
function refusalsWithoutKey({ apiKey, headers, secrets }: ClientContext): readonly number[] {
  if (Object.keys(headers).length > 0 || secrets.length > 0) return [400, 401, 403];
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
async function follow(call: Call, start: URL, more: Headers): Promise<Reply> {
  let url = start;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const answer = await request(call, url, { withKey: false, more });
    if (!(answer instanceof URL)) return answer;
    url = answer;
  }
  const message = `The result was not fetched: its address redirects more than ${MAX_REDIRECTS} times.`;
  throw new GatewayError({ errorCode: 'malformed_response', message, attempts: call.attempts });
}

interface Asking {
  readonly withKey: boolean;
  /** Such as the range that is still missing. */
  readonly more: Headers;
}

/** The response, or its redirect target; with the key, a redirect is a failure. */
async function request(call: Call, url: URL, asking: Asking): Promise<Reply | URL> {
  const { context, spec } = call;
  const { withKey } = asking;
  const watch = createWatch(call.limits.totalMs, spec.options?.signal);
  call.attempts++;
  const step = createStep(context);
  try {
    const response = await watch.guard(step.fetch(url, watch, asking), call.limits.headersMs, 'headers');
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
    async fetch(url: URL, watch: Watch, asking: Asking): Promise<Response> {
      const admits = await results.guard.check(url);
      const pinned =
        admits &&
        (await results.pin?.((address) => {
          if (!admits(address)) refusedAddress = address;
          return refusedAddress === null;
        }));
      return results.fetch(url.href, {
        headers: requestHeaders(context, url, asking),
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

/** @param own the address where it is the gateway's, to be asked with the key */
function requestHeaders(context: ClientContext, own: URL, { withKey, more }: Asking): Headers {
  const headers = new Headers(more);
  headers.set('user-agent', 'Gatehouse');
  if (withKey) authorize(headers, own, context);
  return headers;
}

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/** `null` if it is not a redirect to another http(s) address. */
function redirectTarget(response: Response, url: URL): URL | null {
  const location = response.headers.get('location');
  if (!REDIRECTS.includes(response.status) || location === null || !URL.canParse(location, url)) return null;
  return readTarget(new URL(location, url).href);
}
