/** PNG: international text chunks right after the header, where readers find them before the pixels. */
import { crc32 } from 'node:zlib';
import type { MediaOrigin } from '../../../../../shared/media/media';
import { asciiAt, type ByteSource, concat, viewOf } from '../../bytes';
import { captionOf, maxOriginBytes, originKey, originText, parseOrigin } from '../origin-text';
import { type Piece, stretch } from '../pieces';

interface Chunk {
  readonly type: string;
  readonly start: number;
  /** The offset after its checksum. */
  readonly end: number;
}

const SIGNATURE_BYTES = 8;
const HEADER_END = SIGNATURE_BYTES + 25;
const MAX_CHUNKS = 100_000;
/** Length, type and checksum around a chunk's data. */
const FRAME_BYTES = 12;

/** Chunks that a decoder must know; another one may change what the rest means. */
const CRITICAL = ['IHDR', 'PLTE', 'IDAT', 'IEND'];
const TEXTS = ['iTXt', 'tEXt', 'zTXt'];

/**
 * The same file with its origin inside; `null` where it is not one complete PNG to its last byte. Texts that the file
 * has already stay, and ours are added only beside them.
 */
export async function planPng(source: ByteSource, origin: MediaOrigin): Promise<Piece[] | null> {
  const chunks = await wholeFile(source);
  if (chunks === null) return null;
  const old = await readPng(source);
  const earlier = old ? textsOf(old) : [];
  const kept: Piece[] = [];
  const present = new Set<string>();
  for (const chunk of chunks) {
    const keyword = TEXTS.includes(chunk.type) ? await keywordOf(source, chunk) : null;
    if (keyword !== null && (await isOurs(source, chunk, keyword, earlier))) continue;
    if (keyword !== null) present.add(keyword);
    if (chunk.start >= HEADER_END) kept.push(stretch(chunk.start, chunk.end));
  }
  const added = textsOf(origin).filter(([keyword]) => !present.has(keyword));
  return [stretch(0, HEADER_END), ...added.map(([keyword, text]) => textChunk(keyword, text)), ...kept];
}

/** The end mark is missing. */
export async function isCutPng(source: ByteSource): Promise<boolean> {
  for await (const { type } of chunksOf(source)) if (type === 'IEND') return false;
  return true;
}

function textsOf(origin: MediaOrigin): [string, string][] {
  const { title, description, software, created } = captionOf(origin);
  return [
    [originKey, originText(origin)],
    ['Title', title],
    ['Description', description],
    ['Software', software],
    ['Creation Time', created.toUTCString()],
  ];
}

/** All chunks, from the header to the end mark that is the last of the file. */
async function wholeFile(source: ByteSource): Promise<Chunk[] | null> {
  const chunks: Chunk[] = [];
  for await (const chunk of chunksOf(source)) chunks.push(chunk);
  const isHeaderFirst = chunks[0]?.type === 'IHDR' && chunks[0].end === HEADER_END;
  const isWhole = chunks.at(-1)?.type === 'IEND' && chunks.at(-1)?.end === source.size;
  const isKnown = chunks.every(({ type }) => CRITICAL.includes(type) || /^[a-z][A-Za-z]{3}$/.test(type));
  const headers = chunks.filter(({ type }) => type === 'IHDR');
  return isHeaderFirst && isWhole && isKnown && headers.length === 1 ? chunks : null;
}

/** Whether an earlier origin was written with this text. */
async function isOurs(
  source: ByteSource,
  chunk: Chunk,
  keyword: string,
  earlier: readonly [string, string][],
): Promise<boolean> {
  if (chunk.type !== 'iTXt' || chunk.end - chunk.start > maxOriginBytes) return false;
  if (keyword === originKey) return true;
  const text = earlier.find(([name]) => name === keyword)?.[1];
  return text !== undefined && (await textOf(source, chunk, keyword)) === text;
}

export async function readPng(source: ByteSource): Promise<MediaOrigin | null> {
  for await (const chunk of chunksOf(source)) {
    if (chunk.type !== 'iTXt' || chunk.end - chunk.start > maxOriginBytes) continue;
    if ((await keywordOf(source, chunk)) === originKey)
      return parseOrigin(await textOf(source, chunk, originKey));
  }
  return null;
}

async function* chunksOf(source: ByteSource): AsyncGenerator<Chunk, void, undefined> {
  for (let start = SIGNATURE_BYTES, count = 0; count < MAX_CHUNKS; count += 1) {
    const head = await source.read(start, 8);
    if (head.length < 8) return;
    const chunk = { type: asciiAt(head, 4, 4), start, end: start + FRAME_BYTES + viewOf(head).getUint32(0) };
    if (chunk.end > source.size) return;
    yield chunk;
    if (chunk.type === 'IEND') return;
    start = chunk.end;
  }
}

/** At most 79 characters, ended by a zero. */
async function keywordOf(source: ByteSource, { start, end }: Chunk): Promise<string> {
  const length = Math.max(0, Math.min(80, end - start - FRAME_BYTES));
  return asciiAt(await source.read(start + 8, length), 0, length).split('\0')[0] ?? '';
}

/** Keyword, two zeros for "not compressed", an empty language and an empty translation come before the text. */
const textHead = (keyword: string) => new TextEncoder().encode(`${keyword}\0\0\0\0\0`);

async function textOf(source: ByteSource, { start, end }: Chunk, keyword: string): Promise<string> {
  const skipped = textHead(keyword).length;
  return new TextDecoder().decode(
    await source.read(start + 8 + skipped, end - start - FRAME_BYTES - skipped),
  );
}

function textChunk(keyword: string, text: string): Uint8Array {
  const data = concat(new TextEncoder().encode('iTXt'), textHead(keyword), new TextEncoder().encode(text));
  const chunk = concat(new Uint8Array(4), data, new Uint8Array(4));
  viewOf(chunk).setUint32(0, data.length - 4);
  viewOf(chunk).setUint32(chunk.length - 4, crc32(data));
  return chunk;
}
