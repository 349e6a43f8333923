/** In pixels, as the file stores them (an EXIF rotation is not applied). */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** `null` for what is no size of an image. */
export function sizeOf(width: number, height: number): ImageSize | null {
  const isSize = Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0;
  return isSize ? { width, height } : null;
}
