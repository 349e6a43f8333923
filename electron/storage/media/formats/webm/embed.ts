/**
 * WebM and Matroska: tags before the clusters, which hold the frames and stay the same. The parts that hold the offsets
 * of clusters (the seek head at the start, the cues) are rewritten.
 */
import type { MediaOrigin } from '../../../../../shared/media/media';
import type { ByteSource } from '../../bytes';
import { lengthOf, type Piece, stretch } from '../pieces';
import {
  childrenOf,
  type Element,
  element,
  elementAt,
  elementHead,
  elementsIn,
  idOf,
  innerElements,
  uint,
  uintOf,
} from './ebml';
import {
  isOurTags,
  MAX_TAGS_BYTES,
  originOf,
  pairsIn,
  pairsOf,
  TAG_KEY,
  TAGS,
  tagsElement,
  textsOf,
} from './tags';

const EBML = 0x1a45_dfa3;
const SEGMENT = 0x1853_8067;
const INFO = 0x1549_a966;
const INFO_TITLE = 0x7ba9;
const TRACKS = 0x1654_ae6b;
const CLUSTER = 0x1f43_b675;
/** Where a cluster stands, as some programs write it into the cluster. */
const CLUSTER_POSITION = 0xa7;
const BLOCKS = [0xa3, 0xa0];
const CUES = 0x1c53_bb6b;
const CUE_POINT = 0xbb;
const CUE_TRACK_POSITIONS = 0xb7;
const CUE_CLUSTER_POSITION = 0xf1;
const SEEK_HEAD = 0x114d_9b74;
/** Void, which is not needed any more, and a checksum, which would be wrong. */
const LEFT_OUT = [SEEK_HEAD, 0xec, 0xbf];
const MAX_CUES_BYTES = 64 * 1024 * 1024;
/** A cue point holds positions, which hold numbers. Deeper ones are none, and each would be copied once a level. */
const CUES_DEPTH = 2;

/** A part of the new segment, whose length is known before its content. */
interface Part {
  readonly id: number;
  /** Its old offset from the segment's start; `null` for a new part. */
  readonly from: number | null;
  readonly bytes: number;
  readonly write: (moved: (from: number) => number) => Piece;
}

/** All that a segment may hold beside what is left out. */
const KNOWN = [INFO, TRACKS, CLUSTER, CUES, 0x1043_a770, 0x1941_a469, TAGS];

/**
 * `null` where it is not one WebM to its last byte, was streamed with unknown lengths, or holds offsets other than
 * those of cues.
 */
export async function planWebm(source: ByteSource, origin: MediaOrigin): Promise<Piece[] | null> {
  const header = await elementAt(source, 0);
  const segment = header?.id === EBML && header.end ? await elementAt(source, header.end) : null;
  if (segment?.id !== SEGMENT || segment.end !== source.size) return null;
  const elements = await elementsIn(source, segment.dataStart, segment.end);
  if (elements === null || !(await isPlain(source, elements))) return null;
  const parts = await partsOf(source, segment.dataStart, elements);
  return parts && placed(segment, [await tagsPart(source, origin, elements), ...parts]);
}

async function isPlain(source: ByteSource, elements: readonly Element[]): Promise<boolean> {
  const isKnown = elements.every(({ id }) => KNOWN.includes(id) || LEFT_OUT.includes(id));
  const isOne = [INFO, TRACKS].every((id) => elements.filter((one) => one.id === id).length === 1);
  if (!isKnown || !isOne || elements.filter(({ id }) => id === CUES).length > 1) return false;
  for (const one of elements) if (one.id === CLUSTER && !(await isPlainCluster(source, one))) return false;
  return true;
}

/** Whole, and without its own position. */
async function isPlainCluster(source: ByteSource, { dataStart, end }: Element): Promise<boolean> {
  for (let at = dataStart; at < (end ?? 0); ) {
    const one = await elementAt(source, at);
    if (one?.end == null || one.end > (end ?? 0) || one.id === CLUSTER_POSITION) return false;
    if (BLOCKS.includes(one.id)) return true;
    at = one.end;
  }
  return true;
}

async function partsOf(
  source: ByteSource,
  base: number,
  elements: readonly Element[],
): Promise<Part[] | null> {
  const clusters = new Set(elements.filter(({ id }) => id === CLUSTER).map(({ start }) => start - base));
  const parts: Part[] = [];
  for (const one of elements) {
    if (LEFT_OUT.includes(one.id) || (await isOurTags(source, one))) continue;
    const part = one.id === CUES ? await cuesPart(source, base, one, clusters) : keptPart(base, one);
    if (part === null) return null;
    parts.push(part);
  }
  return parts;
}

/** The segment with a new seek head before its parts. */
function placed(segment: Element, parts: readonly Part[]): Piece[] {
  const listed = parts.filter(({ id }) => id !== CLUSTER);
  const listBytes = seekHead(listed.map(({ id }) => ({ id, place: 0 }))).length;
  const places = new Map<Part, number>();
  const moves = new Map<number, number>();
  let at = listBytes;
  for (const part of parts) {
    places.set(part, at);
    if (part.from !== null) moves.set(part.from, at);
    at += part.bytes;
  }
  const list = seekHead(listed.map((part) => ({ id: part.id, place: places.get(part) ?? 0 })));
  const written = parts.map((part) => part.write((from) => moves.get(from) ?? from));
  return [stretch(0, segment.start), elementHead(SEGMENT, at), list, ...written];
}

function keptPart(base: number, { id, start, end }: Element): Part {
  const piece = stretch(start, end ?? start);
  return { id, from: start - base, bytes: lengthOf(piece), write: () => piece };
}

type Node = { readonly id: number; readonly content: readonly Node[] | Uint8Array };

/** Cues point at clusters; `null` where they point at anything else. */
async function cuesPart(
  source: ByteSource,
  base: number,
  cues: Element,
  clusters: ReadonlySet<number>,
): Promise<Part | null> {
  const length = (cues.end ?? 0) - cues.dataStart;
  if (length > MAX_CUES_BYTES) return null;
  const content = nodesIn(await source.read(cues.dataStart, length), CUES_DEPTH);
  if (content === null || !content.every((node) => pointsAt(node, clusters))) return null;
  const write = (moved: (from: number) => number) => written({ id: CUES, content }, moved);
  return { id: CUES, from: cues.start - base, bytes: write((from) => from).length, write };
}

/** Cues may also point at codec states and at frames that a frame needs. */
const OTHER_PLACES = [0xea, 0xdb];

function pointsAt({ id, content }: Node, clusters: ReadonlySet<number>): boolean {
  if (OTHER_PLACES.includes(id)) return false;
  if (!(content instanceof Uint8Array)) return content.every((node) => pointsAt(node, clusters));
  return id !== CUE_CLUSTER_POSITION || clusters.has(uintOf(content));
}

function nodesIn(bytes: Uint8Array, depth: number): Node[] | null {
  const nodes: Node[] = [];
  for (const { id, data } of innerElements(bytes) ?? []) {
    const isBranch = depth > 0 && (id === CUE_POINT || id === CUE_TRACK_POSITIONS);
    const content = isBranch ? nodesIn(data, depth - 1) : data;
    if (content === null) return null;
    if (!LEFT_OUT.includes(id)) nodes.push({ id, content });
  }
  return nodes;
}

/** Offsets take eight bytes, so that the length of the cues does not depend on them. */
function written({ id, content }: Node, moved: (from: number) => number): Uint8Array {
  if (!(content instanceof Uint8Array)) return element(id, ...content.map((node) => written(node, moved)));
  return element(id, id === CUE_CLUSTER_POSITION ? uint(moved(uintOf(content))) : content);
}

function seekHead(entries: readonly { id: number; place: number }[]): Uint8Array {
  const seeks = entries.map(({ id, place }) =>
    element(0x4dbb, element(0x53ab, idOf(id)), element(0x53ac, uint(place))),
  );
  return element(SEEK_HEAD, ...seeks);
}

/** Beside the texts that the file has: its tags stay, and so does the title in its head. */
async function tagsPart(
  source: ByteSource,
  origin: MediaOrigin,
  elements: readonly Element[],
): Promise<Part> {
  const present = await namesIn(source, elements);
  const bytes = tagsElement(textsOf(origin).filter(([name]) => !present.has(name)));
  return { id: TAGS, from: null, bytes: bytes.length, write: () => bytes };
}

async function namesIn(source: ByteSource, elements: readonly Element[]): Promise<Set<string>> {
  const names = new Set<string>();
  for (const one of elements) {
    const isTags = one.id === TAGS && !(await isOurTags(source, one));
    if (!isTags && one.id !== INFO) continue;
    const data = await source.read(one.dataStart, Math.min((one.end ?? 0) - one.dataStart, MAX_TAGS_BYTES));
    if (isTags) for (const [name] of pairsOf(data)) names.add(name);
    else if (childrenOf(data, INFO_TITLE).length > 0) names.add('TITLE');
  }
  names.delete(TAG_KEY);
  return names;
}

export async function readWebm(source: ByteSource): Promise<MediaOrigin | null> {
  const header = await elementAt(source, 0);
  const segment = header?.end ? await elementAt(source, header.end) : null;
  let at = segment?.id === SEGMENT ? segment.dataStart : source.size;
  while (at < source.size) {
    const one = await elementAt(source, at);
    if (one?.end == null) return null;
    const found = one.id === TAGS ? originOf(await pairsIn(source, one)) : null;
    if (found !== null) return found;
    at = one.end;
  }
  return null;
}
