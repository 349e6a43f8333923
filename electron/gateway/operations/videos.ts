/** `videos.generations.create` and `createAndWait`. */
import type { ClientContext } from '../http/call';
import type { GatewayPaths } from '../http/paths';
import { openCall } from '../http/transport';
import type { GatewayClient } from '../types/client';
import type { VideoParams } from '../types/media';
import { createJobContext, readJobReply } from './jobs';
import { waitForJob } from './wait';

export function createVideos(
  context: ClientContext,
  paths: GatewayPaths,
  jobs: GatewayClient['jobs'],
): GatewayClient['videos'] {
  const create: GatewayClient['videos']['generations']['create'] = async (params: VideoParams, options) => {
    const body = context.dialect.toBody('videos', params);
    const spec = { method: 'post', path: paths.videos, body, costs: true, options } as const;
    return readJobReply(
      createJobContext(context, paths),
      await openCall(context, spec),
      null,
      options?.spool,
    );
  };
  return {
    generations: {
      create,
      async createAndWait(params, options = {}) {
        const { signal, idempotencyKey } = options;
        const job = await create(params, { signal, idempotencyKey });
        return waitForJob(context, jobs, job, options);
      },
    },
  };
}
