/** How images are converted to what a model takes of them: their format, size and shape. */
import type { ImageLimits } from '../models/image-limits';
import type { InputRole } from './input-roles';

/** A part of an image, in its pixels. */
export interface Crop {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** What an image becomes: `crop` of it, drawn at `width` × `height`. */
export interface ImageFit {
  readonly format: FitFormat;
  readonly width: number;
  readonly height: number;
  readonly crop: Crop;
}

/** Formats that images can be converted to. */
const fitFormats = ['png', 'jpeg', 'webp'] as const;
export type FitFormat = (typeof fitFormats)[number];

interface Pictured {
  readonly kind: string;
  readonly contentType: string;
  readonly width: number | null;
  readonly height: number | null;
}

interface FittedInput {
  readonly role: InputRole;
  /** `null` where it is no longer stored. */
  readonly file: Pictured | null;
}

/**
 * For each input what it has to become, `null` where it is sent as it is: what fits, what is no image, and everything
 * where nothing is known of the model. A mask gets the size and the part of its image, so both stay one over the other.
 *
 * @param frame the size that a first frame must have, to the pixel
 */
export function fitsOf(
  inputs: readonly FittedInput[],
  limits: ImageLimits | undefined,
  frame?: Size,
): readonly (ImageFit | null)[] {
  return inputs.map(({ role, file }) => {
    const exact = role === 'firstFrame' ? frame : undefined;
    if (file === null || (limits === undefined && exact === undefined)) return null;
    return fitOf(file, limits ?? {}, { isMask: role === 'mask', exact });
  });
}

interface Wanted {
  readonly isMask: boolean;
  readonly exact: Size | undefined;
}

function fitOf(file: Pictured, limits: ImageLimits, { isMask, exact }: Wanted): ImageFit | null {
  const { kind, contentType, width, height } = file;
  if (kind !== 'image' || width === null || height === null || width < 1 || height < 1) return null;
  const crop = exact === undefined ? cropFor({ width, height }, limits) : cropTo({ width, height }, exact);
  const size = exact ?? sizeFor(crop, limits);
  const name = nameOf(contentType);
  const isTaken = limits.formats?.includes(name) ?? true;
  if (isTaken && size.width === width && size.height === height) return null;
  const own = fitFormats.find((format) => isTaken && format === name);
  const format = own ?? formatFor(limits, isMask);
  return format === undefined ? null : { format, ...size, crop };
}

const nameOf = (contentType: string): string => contentType.replace(/^image\//, '');

/** A mask is its transparency, so it never becomes a JPEG; `undefined` where nothing would do. */
const formatFor = ({ formats }: ImageLimits, isMask: boolean): FitFormat | undefined =>
  fitFormats.find((format) => (formats?.includes(format) ?? true) && !(isMask && format === 'jpeg'));

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The middle of it, as much as has a shape that is taken. */
function cropFor({ width, height }: Size, { minRatio = 0, maxRatio = Infinity }: ImageLimits): Crop {
  const most = {
    width: Math.max(1, Math.min(width, Math.floor(height * maxRatio))),
    height: Math.max(1, minRatio > 0 ? Math.min(height, Math.floor(width / minRatio)) : height),
  };
  const left = Math.floor((width - most.width) / 2);
  return { left, top: Math.floor((height - most.height) / 2), ...most };
}

/** The middle of it, as much as has the shape of a size. */
function cropTo({ width, height }: Size, exact: Size): Crop {
  const scale = Math.min(width / exact.width, height / exact.height);
  const most = {
    width: Math.max(1, Math.round(exact.width * scale)),
    height: Math.max(1, Math.round(exact.height * scale)),
  };
  const left = Math.floor((width - most.width) / 2);
  return { left, top: Math.floor((height - most.height) / 2), ...most };
}

/** As large as it may be, never larger than it is. */
function sizeFor({ width, height }: Size, limits: ImageLimits): Size {
  const { maxWidth = width, maxHeight = height, maxPixels = width * height } = limits;
  const scale = Math.min(1, maxWidth / width, maxHeight / height, Math.sqrt(maxPixels / (width * height)));
  const scaled = (side: number) => Math.max(1, Math.floor(side * scale + 1e-6));
  return { width: scaled(width), height: scaled(height) };
}

const formatNames: Readonly<Record<string, string>> = {
  png: 'PNG',
  jpeg: 'JPEG',
  webp: 'WebP',
  gif: 'GIF',
};
const shown = (format: string): string => formatNames[format] ?? format.toUpperCase();

interface Fitted extends Size {
  readonly format: string;
  /** Absent where it is not known. */
  readonly crop?: Crop;
}

/** “Sent as PNG, 2048 × 1365 (was WebP, 6000 × 4000)”, with what differs alone. */
export function fitText(file: Pictured, fit: Fitted): string {
  const [width, height] = [file.width ?? 0, file.height ?? 0];
  const isOtherFormat = nameOf(file.contentType) !== fit.format;
  const isOtherSize = width !== fit.width || height !== fit.height;
  const isCut = fit.crop !== undefined && (fit.crop.width !== width || fit.crop.height !== height);
  const words = (format: string, size: Size) =>
    [isOtherFormat && shown(format), isOtherSize && `${size.width} × ${size.height}`]
      .filter((word) => word !== false)
      .join(', ');
  const was = words(nameOf(file.contentType), { width, height });
  return `Sent as ${words(fit.format, fit)}${isCut ? ', cropped' : ''} (was ${was})`;
}

/** The same of what was sent; empty where a size is not known. */
export const sentText = (file: Pictured, { contentType, width, height }: Pictured): string =>
  width === null || height === null || file.width === null || file.height === null
    ? ''
    : fitText(file, { format: nameOf(contentType), width, height });
