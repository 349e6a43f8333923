/**
 * Color and transparency of a video are two streams, which mediabunny puts together and takes apart on threads whose code
 * is a text. The policy of the page forbids those, so this answers in their place, on the thread of the editor.
 */

interface Merge {
  readonly id: number;
  readonly color: VideoFrame;
  /** How opaque each pixel is, as its brightness. */
  readonly alpha: VideoFrame;
}

interface Split {
  readonly id: number;
  readonly sourceFrame: VideoFrame;
}

/** In the place of `Worker`. */
export class AlphaThread extends EventTarget {
  #last: Promise<void> = Promise.resolve();

  postMessage(order: Merge | Split): void {
    this.#last = this.#last.then(() => this.#answer(order));
  }

  terminate(): void {}

  async #answer(order: Merge | Split): Promise<void> {
    const { id } = order;
    const given = 'sourceFrame' in order ? [order.sourceFrame] : [order.color, order.alpha];
    const made = 'sourceFrame' in order ? split(order.sourceFrame) : merge(order);
    const data = await made.then(
      (frames) => ({ id, ...frames }),
      (error: Error) => ({ id, error: error.message }),
    );
    for (const frame of given) frame.close();
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

const sizeOf = ({ visibleRect, codedWidth, codedHeight }: VideoFrame) => ({
  width: visibleRect?.width ?? codedWidth,
  height: visibleRect?.height ?? codedHeight,
});

/** What a frame has beside its pixels. */
const factsOf = (frame: VideoFrame) => {
  const { width, height } = sizeOf(frame);
  const { timestamp, duration, displayWidth, displayHeight } = frame;
  const size = { codedWidth: width, codedHeight: height, displayWidth, displayHeight };
  return { ...size, timestamp, ...(duration !== null && { duration }) };
};

async function pixelsOf(frame: VideoFrame): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = sizeOf(frame);
  const pixels = new Uint8Array(width * height * 4);
  await frame.copyTo(pixels, { format: 'RGBA' });
  return pixels;
}

async function merge({ color, alpha }: Merge): Promise<{ frame: VideoFrame }> {
  const pixels = await pixelsOf(color);
  const { width, height } = sizeOf(alpha);
  // Its first plane as it is: as colors, dark would become darker.
  if (!/^(I4|NV)/.test(alpha.format ?? '') || /P1[02]/.test(alpha.format ?? ''))
    throw new Error('The transparency of this video can’t be decoded here.');
  const planes = new Uint8Array(alpha.allocationSize());
  const [layout] = await alpha.copyTo(planes);
  const { offset = 0, stride = width } = layout ?? {};
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      pixels[(y * width + x) * 4 + 3] = planes[offset + y * stride + x] ?? 255;
  return { frame: new VideoFrame(pixels, { ...factsOf(color), format: 'RGBA' }) };
}

async function split(source: VideoFrame): Promise<{ colorFrame: VideoFrame; alphaFrame: VideoFrame }> {
  const pixels = await pixelsOf(source);
  const { width, height } = sizeOf(source);
  const shared = Math.ceil(width / 2) * Math.ceil(height / 2);
  const planes = new Uint8Array(width * height + 2 * shared).fill(128, width * height);
  for (let at = 0; at < width * height; at += 1) planes[at] = pixels[at * 4 + 3] ?? 255;
  return {
    colorFrame: new VideoFrame(pixels, { ...factsOf(source), format: 'RGBX' }),
    alphaFrame: new VideoFrame(planes, { ...factsOf(source), format: 'I420' }),
  };
}
