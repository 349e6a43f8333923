/** The results of a finished job that stand at another address of the gateway than its state. */
import { parseReply } from '../http/body';
import type { CallSpec, ClientContext } from '../http/call';
import { readMediaBody } from '../http/media-body';
import { isOwnAddress } from '../http/paths';
import { failInside } from '../http/reply';
import { openCall } from '../http/transport';
import { GatewayError } from '../parse/error';
import { findFinished, type JobContext, readJob } from '../parse/job-reply';
import { isRecord } from '../parse/json';
import type { CallOptions } from '../types/call';
import type { RemoteJob } from '../types/jobs';
import { failedAnswer } from './failed-answers';

/** The job with its results, which its gateway may tell in a second answer. Free. */
export async function withResults(
  context: ClientContext,
  jobs: JobContext,
  job: RemoteJob,
  options?: CallOptions,
): Promise<RemoteJob> {
  const spec = resultSpec(context, job, options);
  if (spec === null) return job;
  try {
    const reply = await openCall(context, spec);
    const answer = await readMediaBody(reply, context.baseUrl, { spool: options?.spool });
    if (answer.kind === 'source') return { ...job, outputs: [answer.source] };
    const body = parseReply(reply, answer.text);
    const failed = failedAnswer(jobs, reply, body);
    if (failed !== null) return withFailed(job, failed);
    if (isRecord(body)) failInside(reply, body);
    const found = findFinished(body, context.baseUrl);
    const meta = { ...job.meta, reportedCost: job.meta.reportedCost ?? reply.readCost(body) };
    const whole = { ...job, answer: { job: job.answer, result: body }, meta };
    if (found === null) return whole;
    const { isFound: _, ...rest } = whole;
    const { outputs, facts } = readJob(jobs, found, { meta, waitMs: null, knownId: job.id });
    return { ...rest, outputs, facts };
  } catch (error) {
    return failedBy(job, error);
  }
}

/** `null` where its own answer has the results, or no other place is named. */
function resultSpec(
  { dialect, baseUrl, jobOrigins }: ClientContext,
  { status, outputs, isFound, raw, resultAddress }: RemoteJob,
  options?: CallOptions,
): CallSpec | null {
  if (status !== 'completed' || (outputs.length > 0 && !isFound)) return null;
  const path = isRecord(raw) ? dialect.resultPath(raw) : null;
  if (path !== null) return { method: 'get', path, costs: false, options };
  if (resultAddress === null || !URL.canParse(resultAddress, `${baseUrl}/`)) return null;
  const url = new URL(resultAddress, `${baseUrl}/`);
  return isOwnAddress(url, baseUrl) || jobOrigins.includes(url.origin)
    ? { method: 'get', path: '', url: url.href, costs: false, options }
    : null;
}

/** Its results came with an error beside them. */
function withFailed(job: RemoteJob, { outputs, isFound, error, answer }: RemoteJob): RemoteJob {
  const { isFound: _, ...rest } = job;
  const whole = { job: job.answer, result: answer };
  return { ...rest, outputs, ...(isFound && { isFound }), error, answer: whole, status: 'failed' };
}

/** Some say "completed" of a job that failed, and why only where its result would be. */
function failedBy(job: RemoteJob, error: unknown): RemoteJob {
  const isRefusal = error instanceof GatewayError && [400, 409, 413, 422].includes(error.statusCode);
  if (!isRefusal) throw error;
  const { errorCode: code, message, details, param } = error;
  return {
    ...job,
    outputs: [],
    status: 'failed',
    error: { code, message, details, ...(param !== null && { param }) },
  };
}
