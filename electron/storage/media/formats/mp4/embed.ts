/**
 * MP4, M4A and MOV: entries of the index (`moov/udta/meta/ilst`), where players look for a title.
 *
 * The index holds the offset of every frame in the file, so nothing before a frame may move: an index at the end is
 * rewritten in place; one at the start is written again at the end, and its old place is marked free.
 */
import type { MediaOrigin } from '../../../../../shared/media';
import { type ByteSource, concat } from '../../bytes';
import { captionOf, originText, parseOrigin } from '../origin-text';
import { type Piece, stretch } from '../pieces';
import { type Box, type BoxPlace, box, innerBoxes, movieIndex, outerBoxes } from './boxes';

const COMMENT = '\xa9cmt';
/** Version and flags, which some boxes begin with. */
const VERSION_BYTES = 4;

/** `null` where it is not a complete MP4, is fragmented, or has tags of an unknown kind. */
export async function planMp4(source: ByteSource, origin: MediaOrigin): Promise<Piece[] | null> {
  const boxes = await outerBoxes(source);
  const index = boxes?.find(({ name }) => name === 'moov');
  if (!boxes || !index || boxes.some(({ name }) => name === 'moof')) return null;
  const content = await movieIndex(source);
  const tagged = content && withTags(content, origin);
  return tagged && placed(source, boxes, index, box('moov', ...tagged));
}

export async function readMp4(source: ByteSource): Promise<MediaOrigin | null> {
  const content = await movieIndex(source);
  const inside = (boxes: readonly Box[] | null, name: string, skipped = 0) =>
    innerBoxes(boxes?.find((one) => one.name === name)?.data.subarray(skipped) ?? new Uint8Array());
  const tags = inside(inside(inside(content, 'udta'), 'meta', VERSION_BYTES), 'ilst');
  const comment = tags?.find(({ name }) => name === COMMENT)?.data;
  const text = innerBoxes(comment ?? new Uint8Array())?.find(({ name }) => name === 'data');
  return text ? parseOrigin(new TextDecoder().decode(text.data.subarray(8))) : null;
}

function placed(
  source: ByteSource,
  boxes: readonly BoxPlace[],
  index: BoxPlace,
  tagged: Uint8Array,
): Piece[] {
  const behind = boxes.filter(({ start }) => start >= index.end);
  const isLast = behind.every(({ name }) => name === 'free' || name === 'skip');
  if (isLast) return [stretch(0, index.start), tagged];
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
  const entries = tagsOf(origin);
  const old = userData.find(({ name }) => name === 'meta');
  if (!old)
    return box('meta', new Uint8Array(VERSION_BYTES), handler(), box('ilst', ...entries.map(written)));
  const content = innerBoxes(old.data.subarray(VERSION_BYTES));
  const isKnown = content?.some(({ name, data }) => name === 'hdlr' && isTagHandler(data));
  if (!content || !isKnown) return null;
  const list = innerBoxes(content.find(({ name }) => name === 'ilst')?.data ?? new Uint8Array());
  if (!list) return null;
  const kept = list.filter((entry) => !entries.some(({ name }) => name === entry.name)).map(written);
  const others = content.filter(({ name }) => name !== 'ilst').map(written);
  return box('meta', new Uint8Array(VERSION_BYTES), ...others, box('ilst', ...kept, ...entries.map(written)));
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
