/** The layout of the stage, so that a result is as large as the window allows; pure. */
import type { Job } from '../../../shared/media/jobs';
import type { MediaItem } from '../../../shared/media/media';

export interface Size {
  readonly width: number;
  readonly height: number;
}

export type FactsPlace = 'beside' | 'below';

/** The room the facts take, in pixels. */
export const factsWidthPx = 248;
export const factsHeightPx = 76;
/** Beyond this a small image only becomes blurred. */
const largestUpscale = 2;
const videoAspect = 16 / 9;

/**
 * The position of the details that leaves the larger image.
 *
 * @param room size of the image and its details together, in pixels
 * @param aspect width divided by height of the image
 */
export function factsPlace(room: Size, aspect: number): FactsPlace {
  const beside = { width: room.width - factsWidthPx, height: room.height };
  const below = { width: room.width, height: room.height - factsHeightPx };
  return areaOf(beside, aspect) >= areaOf(below, aspect) ? 'beside' : 'below';
}

const areaOf = ({ width, height }: Size, aspect: number) => {
  const fitted = Math.max(0, Math.min(width, height * aspect));
  return (fitted * fitted) / aspect;
};

/**
 * The size of the whole image, as large as possible, at most twice its own size.
 *
 * @param natural pixels of the file; `null` if unknown, then the room decides
 */
export function fittedSize(room: Size, aspect: number, natural: Size | null): Size {
  const limit = natural === null ? Number.POSITIVE_INFINITY : natural.width * largestUpscale;
  const width = Math.max(1, Math.min(room.width, room.height * aspect, limit));
  return { width: Math.round(width), height: Math.max(1, Math.round(width / aspect)) };
}

export const naturalSize = ({ width, height }: MediaItem): Size | null =>
  width === null || height === null || width <= 0 || height <= 0 ? null : { width, height };

/** Width divided by height of a result; the default of its kind if the file does not state it. */
export function aspectOf(item: MediaItem): number {
  const natural = naturalSize(item);
  if (natural !== null) return natural.width / natural.height;
  return item.kind === 'video' ? videoAspect : 1;
}

/** The shape that a job's result will have, as far as its settings say. */
export function expectedAspect({ modality, parameters }: Pick<Job, 'modality' | 'parameters'>): number {
  const asked = String(parameters.size ?? parameters.aspectRatio ?? '');
  const [, width, height] = /^(\d+)[x:](\d+)$/.exec(asked) ?? [];
  const aspect = Number(width) / Number(height);
  if (Number.isFinite(aspect) && aspect > 0) return aspect;
  return modality === 'video' ? videoAspect : 1;
}
