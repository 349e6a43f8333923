/**
 * MP4, M4A and MOV: entries of the index (`moov/udta/meta/ilst`), where players look for a title.
 *
 * The index holds the offset of every frame in the file, so nothing before a frame may move: an index at the end is
 * rewritten in place; one at the start is written again at the end, and its old place is marked free.
 */
import type { MediaOrigin } from '../../../../../shared/media/media';
import { type ByteSource, concat, viewOf } from '../../bytes';
import { captionOf, originKey, originText, parseOrigin } from '../origin-text';
import { type Piece, stretch } from '../pieces';
import { type Box, type BoxPlace, box, innerBoxes, movieIndex, outerBoxes } from './boxes';

const COMMENT = '\xa9cmt';
const FREE_FORM = '----';
/** Version and flags, which some boxes begin with. */
const VERSION_BYTES = 4;

/** What may be beside the index: its data, and space that is free. */
const AROUND = ['mdat', 'free', 'skip', 'wide'];
const FREE = ['free', 'skip'];

/**
 * `null` where it is not one MP4 to its last byte (a second one behind it, padding, a box that lasts to the end of the
 * file), is fragmented, or has tags of an unknown kind.
 */
export async function planMp4(source: ByteSource, origin: MediaOrigin): Promise<Piece[] | null> {
  const boxes = await outerBoxes(source);
  const index = boxes?.find(({ name }) => name === 'moov');
  if (!boxes || !index || !isPlain(boxes)) return null;
  const content = await movieIndex(source);
  if (!content || !isPlainIndex(content) || !pointsIntoData(content, boxes)) return null;
  const tagged = withTags(content, origin);
  return tagged && placed(source, boxes, index, box('moov', ...tagged));
}

/** One description, one index, and data whose end is known. */
function isPlain(boxes: readonly BoxPlace[]): boolean {
  const names = boxes.map(({ name }) => name).filter((name) => !AROUND.includes(name));
  const isWhole = names.length === 2 && names.includes('ftyp') && names.includes('moov');
  return isWhole && boxes[0]?.name === 'ftyp' && !boxes.some(({ isOpenEnded }) => isOpenEnded);
}

/** Not packed, and not announcing fragments. */
function isPlainIndex(content: readonly Box[]): boolean {
  const has = (wanted: string) => content.some(({ name }) => name === wanted);
  return has('mvhd') && has('trak') && !has('cmov') && !has('mvex');
}

export async function readMp4(source: ByteSource): Promise<MediaOrigin | null> {
  const content = await movieIndex(source);
  const inside = (boxes: readonly Box[] | null, name: string, skipped = 0) =>
    innerBoxes(boxes?.find((one) => one.name === name)?.data.subarray(skipped) ?? new Uint8Array());
  const tags = inside(inside(inside(content, 'udta'), 'meta', VERSION_BYTES), 'ilst');
  for (const tag of tags ?? []) {
    const found = originOf(tag);
    if (found) return found;
  }
  return null;
}

function originOf({ name, data }: Box): MediaOrigin | null {
  if (name !== COMMENT && name !== FREE_FORM) return null;
  const text = innerBoxes(data)?.find((one) => one.name === 'data');
  return text ? parseOrigin(new TextDecoder().decode(text.data.subarray(8))) : null;
}

function placed(
  source: ByteSource,
  boxes: readonly BoxPlace[],
  index: BoxPlace,
  tagged: Uint8Array,
): Piece[] {
  const behind = boxes.filter(({ start }) => start >= index.end);
  const isLast = behind.every(({ name }) => FREE.includes(name));
  if (isLast) return [stretch(0, index.start), tagged, stretch(index.end, source.size)];
  const freed = new Uint8Array(Buffer.from('free', 'latin1'));
  const head = [stretch(0, index.start), stretch(index.start, index.start + 4), freed];
  return [...head, stretch(index.start + 8, source.size), tagged];
}

/** The index's boxes, with its user data extended or added. */
function withTags(content: readonly Box[], origin: MediaOrigin): Uint8Array[] | null {
  const userData = content.find(({ name }) => name === 'udta');
  const inside = userData ? innerBoxes(userData.data) : [];
  const meta = inside && metaWithTags(inside, origin);
  if (!inside || !meta) return null;
  const others = inside.filter(({ name }) => name !== 'meta').map(written);
  const kept = content.filter(({ name }) => name !== 'udta').map(written);
  return [...kept, box('udta', ...others, meta)];
}

function metaWithTags(userData: readonly Box[], origin: MediaOrigin): Uint8Array | null {
  const old = userData.find(({ name }) => name === 'meta');
  if (!old)
    return box('meta', new Uint8Array(VERSION_BYTES), handler(), box('ilst', ...tagsOf(origin).map(written)));
  const content = innerBoxes(old.data.subarray(VERSION_BYTES));
  const isKnown = content?.some(({ name, data }) => name === 'hdlr' && isTagHandler(data));
  if (!content || !isKnown) return null;
  const list = innerBoxes(content.find(({ name }) => name === 'ilst')?.data ?? new Uint8Array());
  if (!list) return null;
  const others = content.filter(({ name }) => name !== 'ilst').map(written);
  return box(
    'meta',
    new Uint8Array(VERSION_BYTES),
    ...others,
    box('ilst', ...merged(list, origin).map(written)),
  );
}

/** What the file has stays; what an earlier origin wrote is replaced. */
function merged(list: readonly Box[], origin: MediaOrigin): Box[] {
  const earlier = list.map(originOf).find((found) => found !== null);
  const ours = earlier ? tagsOf(earlier) : [];
  const kept = list.filter((tag) => originOf(tag) === null && !ours.some((one) => isSame(one, tag)));
  const has = (name: string) => kept.some((tag) => tag.name === name);
  const added = tagsOf(origin)
    .map((tag) => (tag.name === COMMENT && has(COMMENT) ? freeForm(origin) : tag))
    .filter(({ name }) => name === FREE_FORM || !has(name));
  return [...kept, ...added];
}

function isSame(one: Box, other: Box): boolean {
  return one.name === other.name && Buffer.compare(one.data, other.data) === 0;
}

function tagsOf(origin: MediaOrigin): Box[] {
  const { title, description, software, created } = captionOf(origin);
  return [
    ['\xa9nam', title],
    ['desc', description],
    ['\xa9too', software],
    ['\xa9day', created.toISOString().slice(0, 10)],
    [COMMENT, originText(origin)],
  ].map(([name = '', text = '']) => ({ name, data: textData(text) }));
}

/** A tag under a name of our own, for files that have a comment. */
function freeForm(origin: MediaOrigin): Box {
  const named = (name: string, text: string) =>
    box(name, new Uint8Array(VERSION_BYTES), Buffer.from(text, 'latin1'));
  const data = concat(named('mean', 'gatehouse'), named('name', originKey), textData(originText(origin)));
  return { name: FREE_FORM, data };
}

/** Type 1 is UTF-8; the language is left unset. */
function textData(text: string): Uint8Array {
  return box('data', Uint8Array.of(0, 0, 0, 1, 0, 0, 0, 0), new TextEncoder().encode(text));
}

const HANDLER = 'mdir';

function handler(): Uint8Array {
  return box('hdlr', concat(new Uint8Array(8), Buffer.from(`${HANDLER}appl`, 'latin1'), new Uint8Array(9)));
}

function isTagHandler(data: Uint8Array): boolean {
  return Buffer.from(data.subarray(8, 12)).toString('latin1') === HANDLER;
}

const written = ({ name, data }: Box): Uint8Array => box(name, data);

// Where an MP4's index says that its media is.

const HEAD_BYTES = 8;

/** Whether every offset in the index points into the data: whatever else moves, no frame does. */
function pointsIntoData(index: readonly Box[], outer: readonly BoxPlace[]): boolean {
  const data = outer.filter(({ name }) => name === 'mdat');
  const isInside = (offset: number) => data.some(({ start, end }) => offset >= start && offset <= end);
  return index
    .filter(({ name }) => name === 'trak')
    .every((track) => offsetsOf(track)?.every(isInside) ?? false);
}

/** Of each group of frames; `null` where the track has another form. */
function offsetsOf({ data }: Box): number[] | null {
  let boxes = innerBoxes(data);
  for (const name of ['mdia', 'minf', 'stbl'])
    boxes = innerBoxes(boxes?.find((one) => one.name === name)?.data ?? new Uint8Array());
  const table = boxes?.find(({ name }) => name === 'stco' || name === 'co64');
  if (!boxes || !table || table.data.length < HEAD_BYTES) return null;
  const view = viewOf(table.data);
  const [count, bytes] = [view.getUint32(4), table.name === 'stco' ? 4 : 8];
  if (HEAD_BYTES + count * bytes > table.data.length) return null;
  return Array.from({ length: count }, (_, number) => {
    const at = HEAD_BYTES + number * bytes;
    return bytes === 4 ? view.getUint32(at) : Number(view.getBigUint64(at));
  });
}
