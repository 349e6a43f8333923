/** `videos.generations.create` and `createAndWait`. */
import type { ClientContext } from '../http/call';
import type { GatewayPaths } from '../http/paths';
import { openCall } from '../http/transport';
import type { GatewayClient } from '../types/client';
import type { VideoParams } from '../types/media';
import { type ReadingContext, readJobReply } from './jobs';
import { mediaSpec } from './media-spec';
import { waitForJob } from './wait';

interface Following {
  readonly jobs: GatewayClient['jobs'];
  readonly reading: ReadingContext;
}

export function createVideos(
  context: ClientContext,
  paths: GatewayPaths,
  { jobs, reading }: Following,
): GatewayClient['videos'] {
  const create: GatewayClient['videos']['generations']['create'] = async (params: VideoParams, options) => {
    const reply = await openCall(context, mediaSpec(context, paths, 'videos', params, options));
    return readJobReply(reading, reply, null, options?.spool);
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
