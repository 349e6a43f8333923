/** Size of a GIF: its screen, or its first frame where that reaches beyond it. */
import { type ByteSource, viewOf } from '../bytes';

interface Size {
  readonly width: number;
  readonly height: number;
}

const HEAD_BYTES = 13;
const EXTENSION = 0x21;
const IMAGE = 0x2c;
/** Comments and program data before the first frame, in blocks of at most 255 bytes. */
const MAX_BLOCKS = 100_000;

/**
 * Decoders enlarge the image to its first frame, so 36 bytes with a screen of 1 × 1 can be one of four thousand million
 * pixels. Later frames are cut off at its edges.
 * @returns `null` where no frame is found
 */
export async function gifSize(source: ByteSource): Promise<Size | null> {
  const head = await source.read(0, HEAD_BYTES);
  if (head.length < HEAD_BYTES) return null;
  const view = viewOf(head);
  const frame = await firstFrame(source, HEAD_BYTES + tableBytes(head[10] ?? 0));
  if (frame === null) return null;
  const width = Math.max(view.getUint16(6, true), frame.width);
  const height = Math.max(view.getUint16(8, true), frame.height);
  return width > 0 && height > 0 ? { width, height } : null;
}

const tableBytes = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));

/** Its right and lower edge. */
async function firstFrame(source: ByteSource, start: number): Promise<Size | null> {
  let at = start;
  let isInside = false;
  for (let count = 0; count < MAX_BLOCKS; count += 1) {
    const [kind] = await source.read(at, 1);
    if (kind === undefined) return null;
    if (isInside) {
      isInside = kind !== 0;
      at += 1 + kind;
    } else if (kind === EXTENSION) {
      isInside = true;
      at += 2;
    } else return kind === IMAGE ? frameAt(source, at) : null;
  }
  return null;
}

async function frameAt(source: ByteSource, at: number): Promise<Size | null> {
  const frame = await source.read(at, 9);
  if (frame.length < 9) return null;
  const [left, top, width, height] = [1, 3, 5, 7].map((from) => viewOf(frame).getUint16(from, true)) as [
    number,
    number,
    number,
    number,
  ];
  return { width: left + width, height: top + height };
}
