/** `jobs.retrieve` and `jobs.list`, and what every reply that holds a job has in common. */
import { fillPath } from '../../../shared/fill-path';
import { parseReply, readJson, sniffText, unreadable } from '../http/body';
import type { ClientContext, Reply } from '../http/call';
import { failInside } from '../http/fail-inside';
import { type MediaBody, readMediaBody } from '../http/media-body';
import { openOnes } from '../http/open-ones';
import { addressOf, type GatewayPaths } from '../http/paths';
import { openCall } from '../http/transport';
import { GatewayError } from '../parse/error';
import { findJob, type JobContext, readJob, readOutputs } from '../parse/job-reply';
import { isRecord, type JsonRecord } from '../parse/json';
import { mergeCredits, readCredits, readRetryAfterMs } from '../parse/metadata';
import type { Spool } from '../types/call';
import type { GatewayClient } from '../types/client';
import type { JobListParams, RemoteJob } from '../types/jobs';

export function createJobs(context: ClientContext, paths: GatewayPaths): GatewayClient['jobs'] {
  const jobs = createJobContext(context, paths);
  return {
    async retrieve(id, options) {
      const path = fillPath(paths.job, id);
      if (path === null) {
        throw new GatewayError({
          errorCode: 'invalid_request',
          message: 'This is not a job id.',
          param: 'id',
        });
      }
      const reply = await openCall(context, { method: 'get', path, costs: false, options });
      return readJobReply(jobs, reply, id, options?.spool);
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
      const list = isRecord(body) ? body.data : body;
      if (!Array.isArray(list)) throw reply.fail(unreadable(reply, JSON.stringify(body)));
      const meta = reply.meta(readCredits(body, reply.headers));
      const hasMore = isRecord(body) && typeof body.has_more === 'boolean' ? body.has_more : null;
      const found = list.flatMap((item) => {
        const record = findJob(item);
        return record === null ? [] : [readJob(jobs, record, { meta, waitMs: null, knownId: null })];
      });
      return { jobs: found, hasMore, meta };
    },
  };
}

export type ReadingContext = JobContext & Pick<ClientContext, 'now'>;

/** What reading a job needs of the client. */
export function createJobContext(context: ClientContext, paths: GatewayPaths): ReadingContext {
  const { baseUrl, redactor, now } = context;
  // The address is stored with the job; what is secret is added when it is asked.
  const query = openOnes(context.query, context.secrets);
  const suffix = Object.keys(query).length === 0 ? '' : `?${new URLSearchParams(query)}`;
  return {
    baseUrl,
    redactor,
    now,
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
  // "Accepted" with nothing else: still at work.
  const isEmpty = knownId !== null && reply.statusCode === 202 && sniffText(text) === 'empty';
  const body = isEmpty ? { status: '', id: knownId } : parseReply(reply, text);
  const record = findJob(body, knownId) ?? findFinished(context, body);
  // A failed job holds an `error` of its own; only a reply without a job is a failed call.
  if (record === null && isRecord(body)) failInside(reply, body);
  const credits = mergeCredits(readCredits(record, reply.headers), readCredits(body, reply.headers));
  if (record === null) throw reply.fail({ ...unreadable(reply, JSON.stringify(body)), credits });
  const waitMs = readRetryAfterMs(reply.headers, context.now());
  return readJob(context, record, { meta: reply.meta(credits, reply.readCost(body)), waitMs, knownId });
}

/** An answer that is the video itself. */
function finishedWith(
  context: ReadingContext,
  reply: Reply,
  { source, last }: Extract<MediaBody, { kind: 'source' }>,
  knownId: string | null,
): RemoteJob {
  const meta = reply.meta(readCredits(last, reply.headers), reply.readCost(last));
  const job = readJob(context, { status: 'completed', id: knownId }, { meta, waitMs: null, knownId });
  return { ...job, outputs: [source] };
}

/** A video that was made while the call waited: results, and no job to ask for. */
function findFinished(context: ReadingContext, body: unknown): JsonRecord | null {
  if (!isRecord(body) || body.error) return null;
  const record = { ...body, status: 'completed' };
  return readOutputs(record, context.baseUrl).length === 0 ? null : record;
}

function toQuery(params: JobListParams): Record<string, string | number> {
  return {
    ...(params.status !== undefined && { status: params.status }),
    ...(params.limit !== undefined && { limit: params.limit }),
  };
}
