/** What differs between two images, pixel by pixel. */

export interface Difference {
  /** Black where nothing changed, brighter the more did. */
  readonly picture: HTMLCanvasElement;
  readonly changed: number;
  readonly pixels: number;
  /** The first image had another size and was scaled to the second. */
  readonly isScaled: boolean;
}

/** Rows that are compared before the page goes on. */
const stripRows = 256;
/** Of a pixel that changed by the smallest step, so that it can be seen. */
const faintest = 64;

/** @param isWanted is asked between strips; where it is not, the answer is `null` */
export async function differenceOf(
  before: ImageBitmap,
  after: ImageBitmap,
  isWanted: () => boolean,
): Promise<Difference | null> {
  const { width, height } = after;
  const picture = document.createElement('canvas');
  picture.width = width;
  picture.height = height;
  const drawn = picture.getContext('2d');
  let changed = 0;
  for (let top = 0; top < height; top += stripRows) {
    if (!isWanted()) return null;
    const rows = Math.min(stripRows, height - top);
    const [one, other] = [before, after].map((image) => stripOf(image, { width, height, top, rows }));
    if (one === undefined || other === undefined) return null;
    changed += compareStrip(one.data, other.data);
    drawn?.putImageData(other, 0, top);
    await new Promise(requestAnimationFrame);
  }
  const isScaled = before.width !== width || before.height !== height;
  return { picture, changed, pixels: width * height, isScaled };
}

interface Strip {
  readonly width: number;
  readonly height: number;
  readonly top: number;
  readonly rows: number;
}

function stripOf(image: ImageBitmap, { width, height, top, rows }: Strip): ImageData | undefined {
  const context = new OffscreenCanvas(width, rows).getContext('2d', { willReadFrequently: true });
  context?.drawImage(image, 0, -top, width, height);
  return context?.getImageData(0, 0, width, rows);
}

/** Writes the difference over the second, and returns how many pixels have one. */
export function compareStrip(before: Uint8ClampedArray, after: Uint8ClampedArray): number {
  let changed = 0;
  for (let at = 0; at < after.length; at += 4) {
    let most = 0;
    for (let channel = at; channel < at + 4; channel += 1)
      most = Math.max(most, Math.abs((before[channel] ?? 0) - (after[channel] ?? 0)));
    if (most > 0) changed += 1;
    const shade = most === 0 ? 0 : faintest + (most * (255 - faintest)) / 255;
    after[at] = shade;
    after[at + 1] = shade;
    after[at + 2] = shade;
    after[at + 3] = 255;
  }
  return changed;
}

/** `1,204 of 262,144 pixels changed (0.5 %)` */
export function changedText({ changed, pixels, isScaled }: Omit<Difference, 'picture'>): string {
  const scaled = isScaled ? '. The sizes differ: the image before was scaled.' : '';
  if (changed === 0) return `No pixel changed${scaled}`;
  const share = (100 * changed) / pixels;
  const percent = share < 0.1 ? 'less than 0.1' : share.toFixed(1);
  return `${changed.toLocaleString('en')} of ${pixels.toLocaleString('en')} pixels changed (${percent} %)${scaled}`;
}
