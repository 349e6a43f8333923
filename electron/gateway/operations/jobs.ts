/** `jobs.retrieve` and `jobs.list`, and what every reply that holds a job has in common. */
import { readJson, unreadable } from '../http/body';
import type { ClientContext, Reply } from '../http/call';
import { failInside } from '../http/fail-inside';
import { fillPath, type GatewayPaths } from '../http/paths';
import { openCall } from '../http/transport';
import { GatewayError } from '../parse/error';
import { findJob, readJob } from '../parse/job-reply';
import { isRecord } from '../parse/json';
import { mergeCredits, readCredits, readRetryAfterMs } from '../parse/metadata';
import type { GatewayClient, JobListParams, RemoteJob } from '../types';

export function createJobs(context: ClientContext, paths: GatewayPaths): GatewayClient['jobs'] {
  return {
    async retrieve(id, options) {
      const path = fillPath(paths.job, id);
      if (path === null) {
        throw new GatewayError({ errorCode: 'invalid_request', message: 'This is no job id.', param: 'id' });
      }
      const reply = await openCall(context, { method: 'get', path, costs: false, options });
      return readJobReply(context, reply);
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
      const jobs = list.flatMap((item) => {
        const record = findJob(item);
        return record === null ? [] : [readJob(context, record, meta, null)];
      });
      return { jobs, hasMore, meta };
    },
  };
}

/** Reads a reply that holds one job. Throws `malformed_response` where it holds none. */
export async function readJobReply(context: ClientContext, reply: Reply): Promise<RemoteJob> {
  const body = await readJson(reply);
  const record = findJob(body);
  // A failed job holds an `error` of its own; only a reply without a job is a failed call.
  if (record === null && isRecord(body)) failInside(reply, body);
  const credits = mergeCredits(readCredits(record, reply.headers), readCredits(body, reply.headers));
  if (record === null) throw reply.fail({ ...unreadable(reply, JSON.stringify(body)), credits });
  const waitMs = readRetryAfterMs(reply.headers, context.now());
  return readJob(context, record, reply.meta(credits), waitMs);
}

function toQuery(params: JobListParams): Record<string, string | number> {
  return {
    ...(params.status !== undefined && { status: params.status }),
    ...(params.limit !== undefined && { limit: params.limit }),
  };
}
