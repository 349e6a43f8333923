/** Results beside an error: they are paid for, so the answer is a failed job that holds them, and no refusal. */
import type { Reply } from '../http/call';
import { failureInside } from '../http/reply';
import { readFailedResults } from '../parse/failed-results';
import { type JobContext, readJob } from '../parse/job-reply';
import { isRecord } from '../parse/json';
import { readCredits } from '../parse/metadata';
import type { RemoteJob } from '../types/jobs';

/** `null` where the answer holds no error, or nothing beside it. A job without an id can't be asked for. */
export function failedAnswer(context: JobContext, reply: Reply, body: unknown): RemoteJob | null {
  if (!isRecord(body)) return null;
  const failure = failureInside(reply, body);
  if (failure === null) return null;
  const record = { ...body, status: 'failed' };
  if (readFailedResults([record], context.baseUrl).outputs.length === 0) return null;
  const { errorCode: code, message, details, param } = failure;
  const meta = reply.meta(readCredits(body, reply.headers), reply.readCost(body));
  const job = { record, id: null, answer: body, records: [record] };
  return {
    ...readJob(context, job, { meta, waitMs: null, knownId: null }),
    handle: '',
    error: { code, message, details, ...(param !== null && { param }) },
  };
}
