/** Whether sound without a container, and what is like it, ends before its last frame does. */
import { asciiAt, type ByteSource, viewOf } from '../bytes';
import { ac3FrameBytes, adtsFrameBytes, layer2FrameBytes } from './audio-frames';
import { endOfTags } from './mp3/tag';
import { dtsFrame, FRAME_HEAD_BYTES } from './sound-frames';

/** Days of sound. */
const MAX_FRAMES = 1_000_000;

type FrameBytes = (head: Uint8Array, at: number) => number | null;

/** Frames follow each other; the last one is longer than the rest of the file. */
const isCutRow =
  (frameBytes: FrameBytes) =>
  async (source: ByteSource): Promise<boolean> => {
    let at = await endOfTags(source);
    for (let frames = 0; frames < MAX_FRAMES && at < source.size; frames += 1) {
      const head = await source.read(at, FRAME_HEAD_BYTES);
      const length = frameBytes(head, 0);
      // Tags of other programs follow the last frame; the beginning of one is shorter than they are.
      if (length === null) return head.length < 4 && head[0] !== 0;
      at += length;
    }
    return at > source.size;
  };

export const isCutAac = isCutRow(adtsFrameBytes);
export const isCutAc3 = isCutRow(ac3FrameBytes);
export const isCutMp2 = isCutRow(layer2FrameBytes);
export const isCutDts = isCutRow((head) => dtsFrame(head)?.bytes ?? null);

/** RFC 4867: bytes of a frame by its type, with the byte that names it. */
const AMR_BYTES = [13, 14, 16, 18, 20, 21, 27, 32, 6];
const AMR_WIDE_BYTES = [18, 24, 33, 37, 41, 47, 51, 59, 61, 6];

/** How many frames there are whole, and where the last one ends that begins. */
export async function amrFrames(source: ByteSource) {
  const isWide = asciiAt(await source.read(0, 9), 0, 9) === '#!AMR-WB\n';
  const lengths = isWide ? AMR_WIDE_BYTES : AMR_BYTES;
  let [at, frames] = [isWide ? 9 : 6, 0];
  while (frames < MAX_FRAMES && at < source.size) {
    const [kind = 0] = await source.read(at, 1);
    at += lengths[(kind >> 3) & 15] ?? 1;
    if (at <= source.size) frames += 1;
  }
  return { frames, end: at, isWide };
}

export const isCutAmr = async (source: ByteSource): Promise<boolean> =>
  (await amrFrames(source)).end > source.size;

const TTA_HEAD_BYTES = 22;

/** True Audio: behind the head a table has the length of each frame; all but the last are 1.04 s long. */
export async function isCutTta(source: ByteSource): Promise<boolean> {
  const start = await endOfTags(source);
  const head = await source.read(start, TTA_HEAD_BYTES);
  if (head.length < TTA_HEAD_BYTES) return true;
  const [rate, samples] = [10, 14].map((at) => viewOf(head).getUint32(at, true)) as [number, number];
  const ofFrame = Math.floor((256 * rate) / 245);
  const frames = ofFrame > 0 ? Math.min(MAX_FRAMES, Math.ceil(samples / ofFrame)) : 0;
  const table = await source.read(start + TTA_HEAD_BYTES, frames * 4);
  if (table.length < frames * 4) return true;
  const lengths = Array.from({ length: frames }, (_, frame) => viewOf(table).getUint32(frame * 4, true));
  return (
    lengths.reduce((sum, length) => sum + length, start + TTA_HEAD_BYTES + table.length + 4) > source.size
  );
}

/** Blocks that each state their length, of which the first states how many samples there are. */
export async function isCutWavPack(source: ByteSource): Promise<boolean> {
  let [at, samples, stated] = [0, 0, 0];
  for (let blocks = 0; blocks < MAX_FRAMES && at < source.size; blocks += 1) {
    const head = await source.read(at, 32);
    if (asciiAt(head, 0, 4) !== 'wvpk') break;
    if (head.length < 32) return true;
    const view = viewOf(head);
    at += 8 + view.getUint32(4, true);
    if (blocks === 0) stated = view.getUint32(12, true);
    samples = view.getUint32(16, true) + view.getUint32(20, true);
  }
  return at > source.size || (stated !== 0xffff_ffff && samples < stated);
}

const PACKET_BYTES = 188;
const MARK = 0x47;
/** Recorders store the time of a packet before it. */
const TIME_BYTES = 4;

/** Packets of one length, each of which begins with the letter G. */
export async function isCutTransport(source: ByteSource): Promise<boolean> {
  const [start] = await source.read(0, 1);
  const before = start === MARK ? 0 : TIME_BYTES;
  const rest = source.size % (PACKET_BYTES + before);
  const [first] = await source.read(source.size - rest + before, 1);
  return rest > 0 && (first === MARK || rest <= before);
}
