/** Images that move, or have pages: how many frames they have and how long one round takes, from their headers alone. */
import { asciiAt, type ByteSource, viewOf } from '../bytes';
import { frameRateFact, type MediaDescription, wholeMilliseconds } from './media-description';
import { describeSequence } from './mp4/describe';
import { riffChunks } from './riff';

interface Rounds {
  readonly frames: number;
  readonly seconds: number;
}

type Facts = Pick<MediaDescription, 'durationMs' | 'frameRate' | 'frames'>;

const readers: Readonly<Record<string, (source: ByteSource) => Promise<Rounds | null>>> = {
  'image/gif': gifRounds,
  'image/png': pngRounds,
  'image/webp': webpRounds,
  'image/tiff': tiffPages,
};

/** Nothing for an image that does not move. */
export async function animationFacts(source: ByteSource, contentType: string): Promise<Partial<Facts>> {
  const found = await readers[contentType]?.(source);
  if (found == null || found.frames < 2) return {};
  const { frames, seconds } = found;
  return {
    frames,
    ...(seconds > 0 && { durationMs: wholeMilliseconds(seconds) }),
    ...(seconds > 0 && frameRateFact(frames / seconds)),
  };
}

/** A sequence of AVIF or HEIF images has the index of a video; its size is there too where it has no still image. */
export async function sequenceFacts(source: ByteSource): Promise<Partial<MediaDescription>> {
  const { width, height, ...facts } = await describeSequence(source);
  if ((facts.frames ?? 0) < 2) return {};
  return { ...facts, ...(width !== null && { width, height }) };
}

const MAX_PARTS = 200_000;
/** Browsers show frames that state next to nothing for a tenth of a second. */
const gifSeconds = (hundredths: number) => (hundredths <= 1 ? 0.1 : hundredths / 100);

async function gifRounds(source: ByteSource): Promise<Rounds | null> {
  const head = await source.read(0, 13);
  let at = 13 + tableBytes(head[10] ?? 0);
  let [frames, seconds, delay] = [0, 0, 0];
  for (let parts = 0; parts < MAX_PARTS; parts += 1) {
    const [kind = 0x3b, label = 0, , , low = 0, high = 0] = await source.read(at, 6);
    if (kind === 0x21) {
      if (label === 0xf9) delay = low + high * 256;
      at = await afterBlocks(source, at + 2);
    } else if (kind === 0x2c) {
      frames += 1;
      seconds += gifSeconds(delay);
      delay = 0;
      const [flags = 0] = await source.read(at + 9, 1);
      at = await afterBlocks(source, at + 11 + tableBytes(flags));
    } else break;
  }
  return { frames, seconds };
}

const tableBytes = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));

/** Behind blocks of at most 255 bytes, of which an empty one is the last. */
async function afterBlocks(source: ByteSource, start: number): Promise<number> {
  for (let at = start; ; ) {
    const [length] = await source.read(at, 1);
    if (length === undefined) return source.size;
    at += 1 + length;
    if (length === 0) return at;
  }
}

async function pngRounds(source: ByteSource): Promise<Rounds | null> {
  let [frames, seconds, isAnimated] = [0, 0, false];
  for (let at = 8, parts = 0; parts < MAX_PARTS; parts += 1) {
    const head = await source.read(at, 34);
    if (head.length < 12) break;
    const name = asciiAt(head, 4, 4);
    // The first frame of an animation is announced before the image.
    if (name === 'IDAT' && frames === 0 && !isAnimated) return null;
    isAnimated ||= name === 'acTL';
    if (name === 'fcTL' && head.length >= 32) {
      const [top, below] = [viewOf(head).getUint16(28), viewOf(head).getUint16(30)];
      frames += 1;
      seconds += top / (below || 100);
    }
    at += 12 + viewOf(head).getUint32(0);
  }
  return { frames, seconds };
}

async function webpRounds(source: ByteSource): Promise<Rounds | null> {
  const frames = (await riffChunks(source)).filter(({ name }) => name === 'ANMF');
  let milliseconds = 0;
  for (const { dataStart } of frames) {
    const [low = 0, middle = 0, high = 0] = await source.read(dataStart + 12, 3);
    milliseconds += low + middle * 256 + high * 65_536;
  }
  return { frames: frames.length, seconds: milliseconds / 1_000 };
}

const MAX_PAGES = 10_000;

/** Its lists of entries, each of which says where the next one is; a smaller copy of a page counts too. */
async function tiffPages(source: ByteSource): Promise<Rounds> {
  const head = viewOf(await source.read(0, 4));
  const isLittle = head.getUint8(0) === 0x49;
  const isBig = head.getUint16(2, isLittle) === 43;
  const [offsetBytes, countBytes, entryBytes] = isBig ? [8, 8, 20] : [4, 2, 12];
  const numberAt = async (at: number, bytes: number) => {
    const read = await source.read(at, bytes);
    return read.length < bytes ? 0 : wholeNumber(viewOf(read), isLittle);
  };
  const seen = new Set<number>();
  for (let at = await numberAt(isBig ? 8 : 4, offsetBytes); at > 0 && at < source.size; ) {
    if (seen.has(at) || seen.size >= MAX_PAGES) break;
    seen.add(at);
    at = await numberAt(at + countBytes + entryBytes * (await numberAt(at, countBytes)), offsetBytes);
  }
  return { frames: seen.size, seconds: 0 };
}

/** Of two, four or eight bytes. */
function wholeNumber(view: DataView, isLittle: boolean): number {
  if (view.byteLength === 8) return Number(view.getBigUint64(0, isLittle));
  return view.byteLength === 4 ? view.getUint32(0, isLittle) : view.getUint16(0, isLittle);
}
