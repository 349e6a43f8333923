import type { VideoParams } from '../../gateway/types';
import type { ModalityRunner } from './runner';
import { wholeText } from './split-text';

/** One call that returns a remote job at once, which is then polled. */
export const video: ModalityRunner = {
  split: wholeText,
  async ask(client, body, options) {
    return { kind: 'remote', job: await client.videos.generations.create(body as VideoParams, options) };
  },
};
