import type { ImageParams } from '../../gateway/types/media';
import type { ModalityRunner } from './runner';
import { wholeText } from './split-text';

/** One call, answered with the images or with the addresses to download them from. */
export const image: ModalityRunner = {
  split: wholeText,
  async ask(client, body, options) {
    const { images, meta } = await client.images.generations.create(body as unknown as ImageParams, options);
    const sources = images.map(({ source }) => source);
    return { kind: 'done', sources, facts: images.map(({ source: _, ...facts }) => facts), meta };
  },
};
