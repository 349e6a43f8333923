/** A text as a vector: texts that share words are alike, and the same text always gives the same vector. */
import { createHash } from 'node:crypto';
import { createRandom } from '../random';

export const DIMENSIONS = 256;

/** Directions are worked out once for each word of a request. */
export type Directions = Map<string, Float64Array>;

/** The sum of the directions of its words, of length 1. A text without words is one word. */
export function vectorOf(text: string, dimensions: number, directions: Directions): Float32Array {
  const sum = new Float64Array(DIMENSIONS);
  for (const word of wordsOf(text)) {
    const direction = directions.get(word) ?? directionOf(word);
    directions.set(word, direction);
    for (const [at, value] of direction.entries()) sum[at] = (sum[at] ?? 0) + value;
  }
  return unit(sum.slice(0, dimensions));
}

/** Letters and digits, in one case and without accents. */
function wordsOf(text: string): readonly string[] {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [plain];
}

/** Any two words are almost at right angles to each other. */
function directionOf(word: string): Float64Array {
  const random = createRandom(createHash('sha256').update(word).digest().readInt32LE());
  return Float64Array.from({ length: DIMENSIONS }, () => random.next() * 2 - 1);
}

/** A shortened vector is of length 1 again, as OpenAI's are. */
function unit(vector: Float64Array): Float32Array {
  const length = Math.hypot(...vector);
  return Float32Array.from(vector, (value) => (length === 0 ? 0 : value / length));
}
