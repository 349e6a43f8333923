/**
 * WebM and Matroska: tags before the clusters, which hold the frames and stay the same. The parts that hold the offsets
 * of clusters (the seek head at the start, the cues) are rewritten.
 */
import type { MediaOrigin } from '../../../../../shared/media';
import type { ByteSource } from '../../bytes';
import { captionOf, maxOriginBytes, originKey, originText, parseOrigin } from '../origin-text';
import { lengthOf, type Piece, stretch } from '../pieces';
import {
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

const SEGMENT = 0x1853_8067;
const CLUSTER = 0x1f43_b675;
const CUES = 0x1c53_bb6b;
const CUE_POINT = 0xbb;
const CUE_TRACK_POSITIONS = 0xb7;
const CUE_CLUSTER_POSITION = 0xf1;
const SEEK_HEAD = 0x114d_9b74;
const TAGS = 0x1254_c367;
/** Void, which is not needed any more, and a checksum, which would be wrong. */
const LEFT_OUT = [SEEK_HEAD, 0xec, 0xbf];
const TAG = 0x7373;
const SIMPLE_TAG = 0x67c8;
const TAG_NAME = 0x45a3;
const TAG_STRING = 0x4487;
const TAG_KEY = originKey.toUpperCase();
const MAX_CUES_BYTES = 64 * 1024 * 1024;
/** A cue point holds positions, which hold numbers. Deeper ones are none, and each would be copied once a level. */
const CUES_DEPTH = 2;

const utf8 = new TextDecoder();
const encoded = (text: string) => new TextEncoder().encode(text);

/** A part of the new segment, whose length is known before its content. */
interface Part {
  readonly id: number;
  /** Its old offset from the segment's start; `null` for a new part. */
  readonly from: number | null;
  readonly bytes: number;
  readonly write: (moved: (from: number) => number) => Piece;
}

/** `null` where it is not a complete WebM, or was streamed with unknown lengths. */
export async function planWebm(source: ByteSource, origin: MediaOrigin): Promise<Piece[] | null> {
  const header = await elementAt(source, 0);
  const segment = header?.end ? await elementAt(source, header.end) : null;
  if (segment?.id !== SEGMENT) return null;
  const elements = await elementsIn(source, segment.dataStart, segment.end ?? source.size);
  if (elements === null) return null;
  const parts = await partsOf(source, segment.dataStart, elements);
  return parts && placed(segment, [tagsPart(origin), ...parts]);
}

async function partsOf(
  source: ByteSource,
  base: number,
  elements: readonly Element[],
): Promise<Part[] | null> {
  const parts: Part[] = [];
  for (const one of elements) {
    if (LEFT_OUT.includes(one.id) || (await isOurTags(source, one))) continue;
    const part = one.id === CUES ? await cuesPart(source, base, one) : keptPart(base, one);
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

/** Cues point at clusters. */
async function cuesPart(source: ByteSource, base: number, cues: Element): Promise<Part | null> {
  const length = (cues.end ?? 0) - cues.dataStart;
  if (length > MAX_CUES_BYTES) return null;
  const content = nodesIn(await source.read(cues.dataStart, length), CUES_DEPTH);
  if (content === null) return null;
  const write = (moved: (from: number) => number) => written({ id: CUES, content }, moved);
  return { id: CUES, from: cues.start - base, bytes: write((from) => from).length, write };
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

function tagsPart(origin: MediaOrigin): Part {
  const { title, description, software, created } = captionOf(origin);
  const texts: [string, string][] = [
    [TAG_KEY, originText(origin)],
    ['TITLE', title],
    ['DESCRIPTION', description],
    ['DATE', created.toISOString().slice(0, 10)],
    ['ENCODED_BY', software],
  ];
  const tags = texts.map(([name, text]) =>
    element(SIMPLE_TAG, element(TAG_NAME, encoded(name)), element(TAG_STRING, encoded(text))),
  );
  // 50: tags of the whole file, not of a track or a chapter.
  const bytes = element(TAGS, element(TAG, element(0x63c0, element(0x68ca, Uint8Array.of(50))), ...tags));
  return { id: TAGS, from: null, bytes: bytes.length, write: () => bytes };
}

async function isOurTags(source: ByteSource, one: Element): Promise<boolean> {
  return one.id === TAGS && (await textOfTags(source, one)) !== null;
}

export async function readWebm(source: ByteSource): Promise<MediaOrigin | null> {
  const header = await elementAt(source, 0);
  const segment = header?.end ? await elementAt(source, header.end) : null;
  let at = segment?.id === SEGMENT ? segment.dataStart : source.size;
  while (at < source.size) {
    const one = await elementAt(source, at);
    if (one?.end == null) return null;
    const text = one.id === TAGS ? await textOfTags(source, one) : null;
    if (text !== null) return parseOrigin(text);
    at = one.end;
  }
  return null;
}

/** Our text in a tags element; `null` where there is none. */
async function textOfTags(source: ByteSource, { dataStart, end }: Element): Promise<string | null> {
  const length = (end ?? dataStart) - dataStart;
  if (length > 2 * maxOriginBytes) return null;
  const data = await source.read(dataStart, length);
  const pairs = childrenOf(data, TAG).flatMap((tag) => childrenOf(tag, SIMPLE_TAG));
  const ours = pairs.find((pair) => childrenOf(pair, TAG_NAME).some((name) => utf8.decode(name) === TAG_KEY));
  const [text] = ours ? childrenOf(ours, TAG_STRING) : [];
  return text ? utf8.decode(text) : null;
}

function childrenOf(data: Uint8Array, id: number): Uint8Array[] {
  return (innerElements(data) ?? []).filter((one) => one.id === id).map((one) => one.data);
}
