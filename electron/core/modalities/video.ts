import type { VideoParams } from '../../gateway/types/media';
import type { ModalityRunner } from './runner';
import { wholeText } from './split-text';

/** One call that returns the video itself, or at once a remote job, which is then polled. */
export const video: ModalityRunner = {
  split: wholeText,
  async ask(client, body, options) {
    const job = await client.videos.generations.create(body as VideoParams, options);
    // Made while the call waited: there is nothing to follow.
    if (job.id === '' && job.status === 'completed')
      return { kind: 'done', sources: job.outputs, facts: job.outputs.map(() => job.facts), meta: job.meta };
    return { kind: 'remote', job };
  },
};
