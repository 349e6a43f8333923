import type { VideoParams } from '../../gateway/types/media';
import { type ModalityRunner, ofJob } from './runner';
import { wholeText } from './split-text';

/** One call that returns the video itself, or at once a remote job, which is then polled. */
export const video: ModalityRunner = {
  split: wholeText,
  async ask(client, body, options) {
    return ofJob(await client.videos.generations.create(body as VideoParams, options));
  },
};
