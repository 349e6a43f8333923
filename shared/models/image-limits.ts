/** What a model takes of the images that it is given. */
export interface ImageLimits {
  /** As in their media types: `png`, `jpeg`, `webp`. */
  readonly formats?: readonly string[];
  /** Pixels. */
  readonly maxWidth?: number;
  readonly maxHeight?: number;
  /** Width times height. */
  readonly maxPixels?: number;
  /** Width divided by height. */
  readonly minRatio?: number;
  readonly maxRatio?: number;
}
