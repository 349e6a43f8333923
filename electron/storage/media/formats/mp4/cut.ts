/** Whether a file of boxes (MP4, MOV, M4A, HEIC, AVIF, JPEG 2000, JPEG XL) ends before what its boxes state. */
import { type ByteSource, viewOf } from '../../bytes';
import { type BoxPlace, MAX_BOXES, outerBox, placeOf } from './boxes';
import { endOfItems } from './items';
import { endOfSamples } from './samples';

/** Of a film, and of an image. */
const INDEX = ['moov', 'meta'];
/** Where images that are one stream of bytes have it. */
const STREAMS = ['jp2c', 'jxlc', 'jxlp'];
/** What begins otherwise is what some program added to a whole file. */
const KNOWN = [
  ...INDEX,
  ...STREAMS,
  ...['ftyp', 'styp', 'mdat', 'moof', 'mfra', 'sidx', 'ssix', 'free', 'skip', 'wide', 'uuid', 'pdin'],
  ...[
    'idat',
    'pnot',
    'PICT',
    'emsg',
    'prft',
    'jP  ',
    'jp2h',
    'JXL ',
    'Exif',
    'xml ',
    'jumb',
    'brob',
    'jbrd',
    'jxll',
  ],
];

/** A box that is longer than the file, no index (it comes first or last), or an index of bytes that are missing. */
export async function isCutMp4(source: ByteSource): Promise<boolean> {
  const boxes = await knownBoxes(source);
  return (
    boxes.some((box) => box.end > source.size) ||
    !boxes.some(({ name }) => INDEX.includes(name)) ||
    (await lastStated(source, boxes)) > source.size
  );
}

/** The same for an image that has no index. */
export async function isCutStream(source: ByteSource): Promise<boolean> {
  const boxes = await knownBoxes(source);
  return boxes.some(({ end }) => end > source.size) || !boxes.some(({ name }) => STREAMS.includes(name));
}

/** The top-level boxes up to the first that is none; the last may claim to end behind the end of the file. */
async function knownBoxes(source: ByteSource): Promise<BoxPlace[]> {
  const boxes: BoxPlace[] = [];
  for (let start = 0; start < source.size && boxes.length < MAX_BOXES; ) {
    const head = await source.read(start, 16);
    const place = head.length < 8 ? null : placeOf(head, start, Number.MAX_SAFE_INTEGER);
    if (place === null || !KNOWN.includes(place.name)) break;
    const end = place.isOpenEnded ? source.size : place.end;
    boxes.push({ ...place, end });
    start = end;
  }
  return boxes;
}

/** The last byte that an index names, whose boxes may be open at their end. */
async function lastStated(source: ByteSource, boxes: readonly BoxPlace[]): Promise<number> {
  const [film, image] = await Promise.all(INDEX.map((name) => outerBox(source, name)));
  const pieces = boxes.filter(({ name }) => name === 'sidx').map((box) => endOfPieces(source, box));
  return Math.max(endOfSamples(film ?? null), endOfItems(image ?? null), 0, ...(await Promise.all(pieces)));
}

const SIDX_HEAD_BYTES = 12;

/** A file in fragments may begin with the lengths of its pieces, which follow the box. */
async function endOfPieces(source: ByteSource, { start, end, headBytes }: BoxPlace): Promise<number> {
  const data = await source.read(start + headBytes, Math.min(end - start - headBytes, 12 * 70_000));
  if (data.length < SIDX_HEAD_BYTES + 12) return 0;
  const view = viewOf(data);
  const isLong = data[0] !== 0;
  const at = SIDX_HEAD_BYTES + (isLong ? 8 : 4);
  const first = isLong ? Number(view.getBigUint64(at)) : view.getUint32(at);
  const list = at + (isLong ? 8 : 4);
  if (data.length < list + 4) return 0;
  const count = Math.min(view.getUint16(list + 2), Math.floor((data.length - list - 4) / 12));
  // The highest bit says what kind of piece it is.
  const lengths = Array.from(
    { length: count },
    (_, one) => view.getUint32(list + 4 + one * 12) & 0x7fff_ffff,
  );
  return lengths.reduce((sum, length) => sum + length, end + first);
}
