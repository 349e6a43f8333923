/** Formats that say where they end by a mark there, or by figures that lead to it. */
import { asciiAt, type ByteSource, viewOf } from '../bytes';
import { pnmSize } from './image-size-more';

type IsCut = (source: ByteSource) => Promise<boolean>;

/** Programs add a line or some zeros behind a file. */
const TAIL_BYTES = 2_048;

/** Without a mark near its end. */
const withoutMark =
  (pattern: string): IsCut =>
  async (source) => {
    const start = Math.max(0, source.size - TAIL_BYTES);
    return !new RegExp(pattern).test(asciiAt(await source.read(start, TAIL_BYTES), 0, TAIL_BYTES));
  };

/** ASF: objects in a row, each with its length behind its 16-byte identifier; the last may be cut. */
const isCutAsf: IsCut = async (source) => {
  let at = 0;
  for (let objects = 0; objects < 100 && at + 24 <= source.size; objects += 1) {
    const length = Number(viewOf(await source.read(at + 16, 8)).getBigUint64(0, true));
    // The length of what was sent live is left open.
    if (length < 24) return false;
    at += length;
    if (at > source.size) return true;
  }
  return false;
};

/** Sony Wave64: the length of the whole behind the identifier of 16 bytes. */
const isCutWave64: IsCut = async (source) => {
  const head = await source.read(16, 8);
  const stated = head.length < 8 ? 0 : Number(viewOf(head).getBigUint64(0, true));
  // All ones where it was sent while it was made.
  return (stated > source.size && stated < 2 ** 63) || head.length < 8;
};

/** A head that says how many tracks follow, each with its length. */
const isCutMidi: IsCut = async (source) => {
  const head = await source.read(0, 14);
  if (head.length < 14) return true;
  const tracks = viewOf(head).getUint16(10);
  let at = 14;
  for (let track = 0; track < tracks; track += 1) {
    const length = await source.read(at + 4, 4);
    if (length.length < 4) return true;
    at += 8 + viewOf(length).getUint32(0);
  }
  return at > source.size;
};

/** Its levels, from the largest to the smallest: where each lies, and how long it is. */
const isCutKtx2: IsCut = async (source) => {
  const count = await source.read(40, 4);
  const levels = count.length < 4 ? 0 : Math.max(1, Math.min(32, viewOf(count).getUint32(0, true)));
  const list = await source.read(80, levels * 24);
  if (levels === 0 || list.length < levels * 24) return true;
  const view = viewOf(list);
  const ends = Array.from({ length: levels }, (_, level) =>
    [0, 8].reduce((sum, at) => sum + Number(view.getBigUint64(level * 24 + at, true)), 0),
  );
  return ends.some((end) => end > source.size);
};

/** The head says where the table of contents is, and how long. */
const isCutSevenZip: IsCut = async (source) => {
  const head = await source.read(12, 16);
  if (head.length < 16) return true;
  const [start, length] = [0, 8].map((at) => Number(viewOf(head).getBigUint64(at, true)));
  return 32 + (start ?? 0) + (length ?? 0) > source.size;
};

const isCutIcns: IsCut = async (source) => {
  const head = await source.read(4, 4);
  return head.length < 4 || viewOf(head).getUint32(0) > source.size;
};

/** Samples of binary forms follow a head in letters: kind, width, height and, but for bits, the largest value. */
const isCutPnm: IsCut = async (source) => {
  const text = asciiAt(await source.read(0, TAIL_BYTES), 0, TAIL_BYTES);
  const gap = '(?:\\s|#[^\\n]*\\n)+';
  const fields = new RegExp(`^P([456])${gap}(\\d+)${gap}(\\d+)(?:${gap}(\\d+))?\\s`).exec(text);
  const [head, kind, width, height, most] = fields ?? [];
  if (head === undefined || kind === '4') return await isCutBits(source, text);
  const bytes = Number(width) * Number(height) * (kind === '6' ? 3 : 1) * (Number(most) > 255 ? 2 : 1);
  return head.length + bytes > source.size;
};

/** Of eight pixels a byte, whose head has no largest value. */
async function isCutBits(source: ByteSource, text: string): Promise<boolean> {
  const size = await pnmSize(source);
  const head = /^P4(?:\s|#[^\n]*\n)+\d+(?:\s|#[^\n]*\n)+\d+\s/.exec(text)?.[0];
  if (size === null || head === undefined) return false;
  return head.length + Math.ceil(size.width / 8) * size.height > source.size;
}

export const cutByEnd: Readonly<Record<string, IsCut>> = {
  'audio/x-ms-wma': isCutAsf,
  'video/x-ms-wmv': isCutAsf,
  'audio/x-w64': isCutWave64,
  'audio/midi': isCutMidi,
  'image/ktx2': isCutKtx2,
  'image/x-icns': isCutIcns,
  'image/x-portable-anymap': isCutPnm,
  'application/x-7z-compressed': isCutSevenZip,
  // The end of the image's stream of codes.
  'image/x-j2c': withoutMark('\xff\xd9'),
  'image/jls': withoutMark('\xff\xd9'),
  'image/qoi': withoutMark('\0{7}\x01'),
  'application/pdf': withoutMark('%%EOF'),
  'application/x-xz': withoutMark(String.raw`YZ\0*$`),
  'image/svg+xml': withoutMark(String.raw`<\/([\w-]+:)?svg\s*>|<([\w-]+:)?svg\s[^>]*\/>\s*$`),
};
