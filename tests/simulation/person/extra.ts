/** Fields that somebody adds to a request: by hand, with a preset from elsewhere, with what a picture's metadata says. */
import type { Random } from '../world/random';

type Extra = Record<string, string | number | boolean | never[]>;

const fields: readonly Extra[] = [
  { n: 4 },
  { model: 'sim/expensive' },
  { n: 3, model: 'sim/expensive' },
  { batch_size: 4, num_images: 4 },
  { prompt: 'Something that nobody asked for.' },
  { messages: [] },
  { stream: false },
  { user: 'somebody' },
  { priority: 'high' },
];

/** Nothing, in most cases. */
export const drawExtra = (random: Random): Extra => (random.chance(0.12) ? random.pick(fields) : {});
