/** How alike an answer and its value are, by their vectors: thresholds and scores are those of promptfoo. */
import type { Found } from '../found';
import type { MeasuredType } from '../types';
import { objectIn } from './opinions';

/** Where none is named. */
const usualThreshold = 0.75;

/** How alike an answer is to the nearest of the texts that it may be like; a text where that can't be read. */
export function readLikeness(type: MeasuredType, text: string, threshold: number | null): Found | string {
  const isDistance = type === 'similar:euclidean';
  const figure = isDistance ? 'distance' : type === 'similar:dot' ? 'dot' : 'likeness';
  const stated = objectIn(text)?.[figure];
  const given = (Array.isArray(stated) ? stated : []).filter((one) => typeof one === 'number');
  if (given.length === 0) return 'The model’s vectors can’t be read, so it counts as unclear.';
  const bound = threshold ?? usualThreshold;
  return isDistance ? asFar(Math.min(...given), bound) : asAlike(type, Math.max(...given), bound);
}

function asAlike(type: MeasuredType, score: number, least: number): Found {
  const what = type === 'similar:dot' ? 'dot product' : 'likeness';
  const says = `The ${what} is ${shown(score)}, with ${least} as the least.`;
  return { holds: score >= least - Number.EPSILON, score, why: says, whyNot: says, says };
}

/** A distance has no end, so its score falls from 1 towards 0. */
function asFar(distance: number, most: number): Found {
  const says = `The distance is ${shown(distance)}, with ${most} as the most.`;
  const holds = distance <= most + Number.EPSILON;
  return { holds, score: 1 / (1 + distance), why: says, whyNot: says, says };
}

const shown = (figure: number): number => Number(figure.toFixed(4));
