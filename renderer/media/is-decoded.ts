import { laterLimits } from '../../shared/calls/later-limits';
import type { MediaItem, Undecoded } from '../../shared/media/media';

/**
 * Whether the page leaves the image alone: the browser decodes it whole, at four bytes a pixel, and a process that tried
 * before may have come to its end over it.
 */
export const isNotDecoded = (item: MediaItem): boolean =>
  item.undecoded !== undefined || (item.kind === 'image' && pixelsOf(item) > laterLimits.imagePixels);

const pixelsOf = ({ width, height }: MediaItem): number => (width ?? 0) * (height ?? 0);

const reasons: Readonly<Record<Undecoded, string>> = {
  memory: 'decoding it takes too much memory',
  time: 'decoding it takes too long',
  crash: 'its decoder crashed',
};

/** `Too large to show here (30,000 × 20,000)`, or `Can’t be shown here: its decoder crashed`. */
export function whyNotDecoded({ undecoded, width, height }: MediaItem): string {
  if (undecoded !== undefined) return `Can’t be shown here: ${reasons[undecoded]}`;
  const [across, down] = [width ?? 0, height ?? 0].map((pixels) => pixels.toLocaleString('en'));
  return `Too large to show here (${across} × ${down})`;
}
