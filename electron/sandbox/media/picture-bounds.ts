/** Which pictures an edit model takes: stated in the catalogue, and kept to. */
import { ApiError } from '../errors';
import type { Sight } from './look/look';

export interface PictureBounds {
  /** As in their media types. */
  readonly formats: readonly string[];
  readonly maxPixels: number;
  /** Of each side. */
  readonly maxSide?: number;
}

export const usualBounds: PictureBounds = { formats: ['png', 'jpeg', 'webp'], maxPixels: 16_777_216 };

/** As the catalogue has them. */
export const boundsRecord = ({ formats, maxPixels, maxSide }: PictureBounds) => ({
  formats,
  max_pixels: maxPixels,
  ...(maxSide !== undefined && { max_width: maxSide, max_height: maxSide }),
});

/** @throws ApiError 400 for a format that the model doesn't take, 413 for too many pixels; both name the field */
export function keepBounds(
  { format, width, height }: Sight,
  { formats, maxPixels, maxSide = maxPixels }: PictureBounds,
  field: string,
): void {
  if (!formats.includes(format.toLowerCase())) {
    const message = `${field}: is a ${format} file; this model takes ${formats.join(', ')}`;
    throw new ApiError(message, { status: 400, code: 'unsupported_image_format', param: field });
  }
  if (width * height <= maxPixels && Math.max(width, height) <= maxSide) return;
  const most = maxSide < maxPixels ? `${maxSide} pixels on a side` : `${maxPixels} pixels`;
  const message = `${field}: is ${width} × ${height} pixels; this model takes at most ${most}`;
  throw new ApiError(message, { status: 413, code: 'payload_too_large', param: field });
}
