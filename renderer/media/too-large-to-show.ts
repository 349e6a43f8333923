import { limits } from '../../shared/limits';
import type { MediaItem } from '../../shared/media';

/** Whether showing it would take too much memory: the browser decodes an image whole, at four bytes a pixel. */
export const isTooLargeToShow = ({ kind, width, height }: MediaItem): boolean =>
  kind === 'image' && (width ?? 0) * (height ?? 0) > limits.imagePixels;
