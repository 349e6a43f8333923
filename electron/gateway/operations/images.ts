/** `images.generations.create`. */
import { unreadable } from '../http/body';
import type { ClientContext, Reply } from '../http/call';
import { readMediaBody } from '../http/media-body';
import type { GatewayPaths } from '../http/paths';
import { failInside } from '../http/reply';
import { openCall } from '../http/transport';
import { findLikely } from '../parse/found-anywhere';
import { findJob } from '../parse/job-reply';
import { isRecord } from '../parse/json';
import { readCredits } from '../parse/metadata';
import { whyNoResult } from '../parse/no-result';
import { readResultFacts, readResults } from '../parse/results';
import type { GatewayClient } from '../types/client';
import type { RemoteJob } from '../types/jobs';
import type { ImageResult, JobAnswer } from '../types/media-results';
import { acceptedBody, jobInHeaders } from './accepted-jobs';
import { failedAnswer } from './failed-answers';
import { type ReadingContext, readJobBody } from './jobs';
import { mediaSpec } from './media-spec';
import { handleOfModel } from './model-jobs';

export function createImages(
  context: ClientContext,
  paths: GatewayPaths,
  jobs: ReadingContext,
): GatewayClient['images'] {
  return {
    generations: {
      async create(params, options) {
        const reply = await openCall(context, await mediaSpec(context, paths, 'images', params, options));
        const answer = await readMediaBody(reply, context.baseUrl, { spool: options?.spool });
        if (answer.kind === 'source') {
          const used = readCredits(answer.last, reply.headers);
          const images = [{ source: answer.source, ...readResultFacts(answer.last) }];
          return { images, meta: reply.meta(used, reply.readCost(answer.last)), raw: answer.last };
        }
        const body = acceptedBody(reply, answer.text);
        const failed = failedIn(jobs, reply, body);
        if (failed !== null) return { images: [], job: failed, meta: failed.meta, raw: body };
        if (isRecord(body)) failInside(reply, body);
        const credits = readCredits(body, reply.headers);
        const images = readImages(body, context.baseUrl);
        const meta = reply.meta(credits, reply.readCost(body), reply.readGeneration(body));
        const whole = () => reply.redactor.strict(body);
        if (images.length > 0)
          return { images, meta, raw: body, answer: whole, ...finishedJobIn(jobs, reply, body) };
        if (isJob(body) || jobInHeaders(reply, context.baseUrl) !== null) {
          const handleOf = handleOfModel(context, paths, params.model);
          const reading = handleOf === null ? jobs : { ...jobs, handleOf };
          const job = readJobBody(reading, reply, body, null);
          return { images, job, meta: job.meta, raw: body };
        }
        throw reply.fail({
          ...unreadable(reply, JSON.stringify(body)),
          ...reply.redactor.strict(whyNoResult(body, 'image')),
          credits,
          details: reply.redactor.strict(body),
        });
      },
    },
  };
}

/** Items that hold no image are left out. Where none stands in its place, what looks like one is taken. */
function readImages(body: unknown, baseUrl: string): ImageResult['images'] {
  const found = readResults(body, baseUrl);
  if (found.length > 0) return found.map(({ source, item }) => ({ source, ...readResultFacts(item) }));
  return findLikely(body, baseUrl).map((source) => ({ source, revisedPrompt: null }));
}

/** A failed job, or an error, that has results beside it. */
export function failedIn(jobs: ReadingContext, reply: Reply, body: unknown): RemoteJob | null {
  const job = isJob(body) ? readJobBody(jobs, reply, body, null) : null;
  if (job?.status === 'failed' && job.outputs.length > 0) return job;
  return failedAnswer(jobs, reply, body);
}

/** An id alone may be that of the answer; a state beside it is that of a job. */
export function finishedJobIn(jobs: ReadingContext, reply: Reply, body: unknown): JobAnswer {
  if (!isJob(body)) return {};
  const job = readJobBody(jobs, reply, body, null);
  return job.status === 'completed' && job.id !== '' && job.rawStatus !== '' ? { finishedJob: job } : {};
}

/** The reply of a chat has an id as well, and is none. */
export const isJob = (body: unknown): boolean =>
  isRecord(body) && !Array.isArray(body.choices) && findJob(body) !== null;
