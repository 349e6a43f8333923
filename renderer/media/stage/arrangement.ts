/** Where the parts of the stage go, so that a result is as large as the window allows; pure. */
import type { Job } from '../../../shared/jobs';
import type { MediaItem } from '../../../shared/media';

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
 * The place of the facts that leaves the larger picture.
 *
 * @param room of the picture and its facts together, in pixels
 * @param aspect width by height of the picture
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
 * The whole picture as large as it goes, at most twice its own size.
 *
 * @param natural pixels of the file; `null` where they are not known, then the room decides
 */
export function fittedSize(room: Size, aspect: number, natural: Size | null): Size {
  const limit = natural === null ? Number.POSITIVE_INFINITY : natural.width * largestUpscale;
  const width = Math.max(1, Math.min(room.width, room.height * aspect, limit));
  return { width: Math.round(width), height: Math.max(1, Math.round(width / aspect)) };
}

export const naturalSize = ({ width, height }: MediaItem): Size | null =>
  width === null || height === null || width <= 0 || height <= 0 ? null : { width, height };

/** Width by height of a result; that of its kind where the file does not say. */
export function aspectOf(item: MediaItem): number {
  const natural = naturalSize(item);
  if (natural !== null) return natural.width / natural.height;
  return item.kind === 'video' ? videoAspect : 1;
}

/** The shape that a job's result will have, as far as its settings say. */
export function expectedAspect({ modality, parameters }: Pick<Job, 'modality' | 'parameters'>): number {
  const [, width, height] = /^(\d+)x(\d+)$/.exec(String(parameters.size ?? '')) ?? [];
  const aspect = Number(width) / Number(height);
  if (Number.isFinite(aspect) && aspect > 0) return aspect;
  return modality === 'video' ? videoAspect : 1;
}
