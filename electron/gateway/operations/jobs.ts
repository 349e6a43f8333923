/** `jobs.retrieve` and `jobs.list`, and what every reply that holds a job has in common. */
import { fillPath } from '../../../shared/gateways/fill-path';
import { readJson, sniffText, unreadable } from '../http/body';
import type { CallSpec, ClientContext, Reply } from '../http/call';
import { type MediaBody, readMediaBody } from '../http/media-body';
import { addressOf, type GatewayPaths, isOwnAddress, splitRoute } from '../http/paths';
import { failInside } from '../http/reply';
import { openCall } from '../http/transport';
import { amendError, GatewayError } from '../parse/error';
import { isAddress } from '../parse/job-records';
import { type FoundJob, findFinished, findJob, type JobContext, readJob } from '../parse/job-reply';
import { isRecord } from '../parse/json';
import { mergeCredits, readCredits, readRetryAfterMs } from '../parse/metadata';
import { whyNoResult } from '../parse/no-result';
import { openOnes } from '../record/redact';
import type { Spool } from '../types/call';
import type { GatewayClient } from '../types/client';
import type { JobListParams, RemoteJob } from '../types/jobs';
import { acceptedBody, addressIn, jobInHeaders, readBareId } from './accepted-jobs';
import { failedAnswer } from './failed-answers';
import { withResults } from './job-results';
import { requestOfModel } from './model-jobs';

export function createJobs(
  context: ClientContext,
  paths: GatewayPaths,
  jobs: ReadingContext,
): GatewayClient['jobs'] {
  return {
    async retrieve(id, options) {
      const named = jobs.addresses.get(id) ?? id;
      const request = jobRequest(context, paths, named);
      if (request === null) {
        throw new GatewayError({
          errorCode: 'invalid_request',
          message: 'This is not a job id.',
          param: 'id',
        });
      }
      try {
        const reply = await openCall(context, { ...request, costs: false, options });
        const job = await readJobReply(jobs, reply, named, options?.spool);
        return await withResults(context, jobs, job, options);
      } catch (error) {
        throw explainMissing(
          error,
          `${request.method.toUpperCase()} ${request.url ?? request.path}`,
          request.elsewhere,
        );
      }
    },
    async list(params = {}, options) {
      const spec = {
        method: 'get',
        path: paths.jobs,
        query: toQuery(params),
        costs: false,
        options,
      } as const;
      const reply = await openCall(context, spec);
      const body = await readJson(reply);
      if (isRecord(body)) failInside(reply, body);
      const list = isRecord(body) ? (body.data ?? body.jobs ?? body.results ?? body.items) : body;
      if (!Array.isArray(list)) throw reply.fail(unreadable(reply, JSON.stringify(body)));
      const meta = reply.meta(readCredits(body, reply.headers));
      const hasMore = isRecord(body) && typeof body.has_more === 'boolean' ? body.has_more : null;
      const found = list.flatMap((item) => {
        const job = findJob(item);
        return job === null ? [] : [readJob(jobs, job, { meta, waitMs: null, knownId: null })];
      });
      return { jobs: found, hasMore, meta };
    },
  };
}

/** A gateway may ask for jobs elsewhere: which address it was, and where another is set. */
function explainMissing(error: unknown, asked: string, elsewhere: string | undefined): unknown {
  const isMissing = error instanceof GatewayError && [404, 405].includes(error.statusCode);
  if (isMissing && elsewhere !== undefined) {
    const message = `The gateway has no such job at its own address (${asked}). It names ${elsewhere} for it, which would get the key of this profile.`;
    return amendError(error, { errorCode: 'job_elsewhere', message, details: { origin: elsewhere } });
  }
  // "No such job" is the word of the right place.
  if (!isMissing || /job|task|generation|prediction/i.test(error.errorCode)) return error;
  const message = `${error.message.replace(/\.?$/, '.')} Asked for the job with ${asked}. If this gateway’s documentation names another address for it, set the path “Job” in the profile’s advanced settings.`;
  return amendError(error, { message });
}

/** More than runs at a time; an address that is forgotten is in the job's record as its handle. */
const MOST_ADDRESSES = 1_000;

export interface ReadingContext extends JobContext, Pick<ClientContext, 'now'> {
  /** By the ids of the jobs whose answers named an address. */
  readonly addresses: Map<string, string>;
}

/** What reading a job needs of the client. */
export function createJobContext(
  context: ClientContext,
  paths: GatewayPaths,
  isOwnPath: boolean,
): ReadingContext {
  const { baseUrl, redactor, now } = context;
  // The address is stored with the job; what is secret is added when it is asked.
  const query = openOnes(context.query, context.secrets);
  const suffix = Object.keys(query).length === 0 ? '' : `?${new URLSearchParams(query)}`;
  const addresses = new Map<string, string>();
  const handleOf = createHandleOf(context, paths, isOwnPath);
  return {
    baseUrl,
    redactor,
    now,
    addresses,
    handleOf(id, named) {
      const handle = handleOf(id, named);
      if (isAddress(handle) && addresses.size < MOST_ADDRESSES) addresses.set(id, handle);
      return handle;
    },
    // OpenAI's shape, which many gateways follow, names no address.
    contentUrl: (id, { object }) => {
      const path = object === 'video' ? fillPath(paths.jobContent, id) : null;
      return path === null ? null : `${addressOf(baseUrl, path)}${suffix}`;
    },
  };
}

/**
 * Reads a reply that holds one job. Throws `malformed_response` where it holds none.
 *
 * @param knownId of the job that was asked for, which an answer may leave out
 */
export async function readJobReply(
  context: ReadingContext,
  reply: Reply,
  knownId: string | null = null,
  spool?: Spool,
): Promise<RemoteJob> {
  const answer = await readMediaBody(reply, context.baseUrl, { spool });
  if (answer.kind === 'source') return finishedWith(context, reply, answer, knownId);
  const { text } = answer;
  return readJobBody(
    context,
    reply,
    isUnsaid(text, reply.statusCode, knownId)
      ? { status: '', id: knownId }
      : ((knownId === null ? readBareId(text) : null) ?? acceptedBody(reply, text)),
    knownId,
  );
}

/** Still at work: "accepted" with nothing else, or a history that has the job only once it ended (ComfyUI's `{}`). */
const isUnsaid = (text: string, statusCode: number, knownId: string | null): boolean =>
  knownId !== null && ((statusCode === 202 && sniffText(text) === 'empty') || /^\s*\{\s*\}\s*$/.test(text));

export function readJobBody(
  context: ReadingContext,
  reply: Reply,
  body: unknown,
  knownId: string | null,
): RemoteJob {
  const found = findJob(body, knownId) ?? findFinished(body, context.baseUrl);
  // A failed job holds an `error` of its own; only a reply without a job is a failed call.
  if (found === null && isRecord(body)) {
    const failed = failedAnswer(context, reply, body);
    if (failed !== null) return failed;
    failInside(reply, body);
  }
  const job = found ?? (knownId === null ? jobInHeaders(reply, context.baseUrl) : null);
  const credits = creditsOf(reply, job, body);
  if (job === null)
    throw reply.fail({
      ...unreadable(reply, JSON.stringify(body)),
      ...(knownId === null && reply.redactor.strict(whyNoResult(body, 'video'))),
      details: reply.redactor.strict(body),
      credits,
    });
  const waitMs = readRetryAfterMs(reply.headers, context.now());
  const meta = reply.meta(credits, reply.readCost(body));
  return readJob(context, job, { meta, waitMs, knownId, statusAddress: addressIn(reply) });
}

const creditsOf = (reply: Reply, job: FoundJob | null, body: unknown) =>
  mergeCredits(readCredits(job?.record ?? null, reply.headers), readCredits(body, reply.headers));

/** An answer that is the video itself. */
function finishedWith(
  context: ReadingContext,
  reply: Reply,
  { source, last }: Extract<MediaBody, { kind: 'source' }>,
  knownId: string | null,
): RemoteJob {
  const meta = reply.meta(readCredits(last, reply.headers), reply.readCost(last));
  const record = { status: 'completed' };
  const job = { record, id: null, answer: last, records: [record] };
  return { ...readJob(context, job, { meta, waitMs: null, knownId }), outputs: [source] };
}

function toQuery(params: JobListParams): Record<string, string | number> {
  return {
    ...(params.status !== undefined && { status: params.status }),
    ...(params.limit !== undefined && { limit: params.limit }),
  };
}

// How a job is asked for: by a path, a query or a body that holds its id, or at the address that its answer
// named.

interface JobSpec extends Pick<CallSpec, 'method' | 'path' | 'url' | 'body'> {
  /** The origin that the answer named for the job, where that may not be asked. */
  readonly elsewhere?: string;
}

/** `null` where the id is none. */
function jobRequest(
  context: Pick<ClientContext, 'baseUrl' | 'jobOrigins' | 'dialect'>,
  paths: GatewayPaths,
  handle: string,
): JobSpec | null {
  if (!isAddress(handle)) return requestById(paths, handle);
  if (!URL.canParse(handle)) return null;
  const url = new URL(handle);
  if (isOwnAddress(url, context.baseUrl)) {
    const asked = requestOfModel(context, url);
    if (asked !== null) return asked;
  }
  const id = idBeside(url);
  if (id === null || context.jobOrigins.includes(url.origin) || isOwnAddress(url, context.baseUrl))
    return { method: 'get', path: '', url: withoutId(url) };
  const request = requestById(paths, id);
  return request && { ...request, elsewhere: url.origin };
}

// The handle of a job whose state is at another origin is that address with the job's id behind it: the id is asked for
// at the gateway's own address until the person allows the other.

const ID_BESIDE = '#job=';

const handleElsewhere = (url: URL, id: string): string =>
  `${withoutId(url)}${ID_BESIDE}${encodeURIComponent(id)}`;

const withoutId = (url: URL): string => {
  const bare = new URL(url);
  bare.hash = '';
  return bare.href;
};

function idBeside({ hash }: URL): string | null {
  if (!hash.startsWith(ID_BESIDE)) return null;
  try {
    return decodeURIComponent(hash.slice(ID_BESIDE.length));
  } catch {
    return null;
  }
}

function requestById(paths: GatewayPaths, id: string): JobSpec | null {
  const { method, path: template } = splitRoute(paths.job);
  if (method === 'get') {
    const path = fillPath(template, id);
    return path === null ? null : { method, path };
  }
  // With POST, the fields of the query are those of the body.
  const [path = '', query = ''] = template.split('?');
  if (fillPath('{id}', id) === null) return null;
  const filled = fillPath(path, id) ?? path;
  const fields = [...new URLSearchParams(query)].map(([name, value]) => [
    name,
    value.replace('{id}', () => id),
  ]);
  return { method, path: filled, body: Object.fromEntries(fields) };
}

/**
 * The address that an answer names for its job, where it is the gateway's own and another than the path would give;
 * else the id. A path that a person set counts more than the gateway's word.
 */
const isWeb = ({ protocol }: URL): boolean => protocol === 'https:' || protocol === 'http:';

function createHandleOf(
  { baseUrl }: Pick<ClientContext, 'baseUrl'>,
  paths: GatewayPaths,
  isOwnPath: boolean,
) {
  return (id: string, named: string | null): string => {
    if (named === null || isOwnPath || !URL.canParse(named, `${baseUrl}/`)) return id;
    const url = new URL(named, `${baseUrl}/`);
    if (!isOwnAddress(url, baseUrl)) return isWeb(url) ? handleElsewhere(url, id) : id;
    const { method, path } = splitRoute(paths.job);
    const usual = fillPath(path, id);
    const isUsual = method === 'get' && usual !== null && addressOf(baseUrl, usual) === url.href;
    return isUsual ? id : url.href;
  };
}
