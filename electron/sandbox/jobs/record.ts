/** A job as a response shows it. */
import { resolutions } from '../media/models';
import { toCredits } from '../pricing';
import type { GatewayContext, Services } from '../services';
import type { Job } from './store';

const seconds = (ms: number): number => Math.floor(ms / 1000);

/** The address of a result, at the origin of the request: the port may differ at each start. */
export function outputUrl(context: GatewayContext, token: string): string {
  return new URL(`/outputs/${token}`, context.req.url).href;
}

export function jobRecord(context: GatewayContext, { media }: Services, job: Job): Record<string, unknown> {
  return {
    id: job.id,
    object: 'job',
    type: 'video.generation',
    status: media.jobs.statusOf(job),
    progress: media.jobs.progressOf(job),
    model: job.model,
    input: job.input,
    created_at: seconds(job.createdAt),
    ...(job.startedAt !== null && { started_at: seconds(job.startedAt) }),
    ...(job.finishedAt !== null && { finished_at: seconds(job.finishedAt) }),
    ...(job.outputToken !== null && { output: outputRecord(context, media.outputs, job, job.outputToken) }),
    ...(job.error !== null && { error: job.error }),
    // The same for every caller and every poll; `credits_used` is reported only once.
    credits: {
      price: toCredits(job.costMicros),
      charged: job.status === 'completed' ? toCredits(job.costMicros) : 0,
    },
  };
}

function outputRecord(
  context: GatewayContext,
  outputs: Services['media']['outputs'],
  { input }: Job,
  token: string,
): Record<string, unknown> {
  const output = outputs.find(token);
  return {
    url: outputUrl(context, token),
    content_type: output?.contentType,
    duration: input.duration,
    ...resolutions[input.resolution],
    bytes: output?.bytes,
    expires_at: output && seconds(output.expiresAt),
  };
}
