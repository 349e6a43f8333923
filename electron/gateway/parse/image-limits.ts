/** What a record says of the images that a model is given. */
import type { ImageLimits } from '../../../shared/models/image-limits';
import { amountOrNull, isRecord, stringsOf } from './json';

/** `null` where it says nothing of them, or nothing that can be: a bound of no pixels would refuse every image. */
export function readImageLimits(raw: unknown): ImageLimits | null {
  if (!isRecord(raw)) return null;
  const formats = stringsOf(raw.formats).map(formatName);
  const numbers = {
    maxWidth: wholeOf(raw.max_width),
    maxHeight: wholeOf(raw.max_height),
    maxPixels: wholeOf(raw.max_pixels),
    minRatio: ratioOf(raw.min_ratio),
    maxRatio: ratioOf(raw.max_ratio),
  };
  const known = Object.entries(numbers).filter(([, value]) => value !== null);
  if (known.length === 0 && formats.length === 0) return null;
  return { ...(formats.length > 0 && { formats }), ...Object.fromEntries(known) };
}

/** `JPG` and `image/jpeg` as `jpeg`. */
function formatName(stated: string): string {
  const name = stated.toLowerCase().replace(/^(image\/|\.)/, '');
  return name === 'jpg' ? 'jpeg' : name;
}

const wholeOf = (raw: unknown): number | null => {
  const amount = amountOrNull(raw);
  return amount === null || amount < 1 ? null : Math.floor(amount);
};

const ratioOf = (raw: unknown): number | null => {
  const amount = amountOrNull(raw);
  return amount === null || amount <= 0 ? null : amount;
};
