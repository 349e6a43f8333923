import type { ImageParams } from '../../gateway/types/media';
import { type ModalityRunner, ofJob } from './runner';
import { wholeText } from './split-text';

/** One call, answered with the images, the addresses to download them from, or a job to follow. */
export const image: ModalityRunner = {
  split: wholeText,
  async ask(client, body, options) {
    const { images, job, finishedJob, meta, answer } = await client.images.generations.create(
      body as unknown as ImageParams,
      options,
    );
    if (job !== undefined) return ofJob(job);
    const sources = images.map(({ source }) => source);
    const facts = images.map(({ source: _, ...said }) => said);
    return { kind: 'done', sources, facts, meta, answer, remote: finishedJob };
  },
};
