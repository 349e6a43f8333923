import type { VideoParams } from '../../gateway/types';
import type { ModalityRunner } from './runner';
import { wholeText } from './split-text';

/** One call that answers at once with a job of the gateway's, which is then followed. */
export const video: ModalityRunner = {
  split: wholeText,
  async ask(client, body, options) {
    return { kind: 'remote', job: await client.videos.generations.create(body as VideoParams, options) };
  },
};
