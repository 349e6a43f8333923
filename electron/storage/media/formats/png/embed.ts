/** PNG: international text chunks right after the header, where readers find them before the pixels. */
import { crc32 } from 'node:zlib';
import type { MediaOrigin } from '../../../../../shared/media';
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

/** The same file with its origin inside; `null` where it is not a complete PNG. */
export async function planPng(source: ByteSource, origin: MediaOrigin): Promise<Piece[] | null> {
  const { title, description, software, created } = captionOf(origin);
  const texts: [string, string][] = [
    [originKey, originText(origin)],
    ['Title', title],
    ['Description', description],
    ['Software', software],
    ['Creation Time', created.toUTCString()],
  ];
  const kept: Piece[] = [];
  for await (const chunk of chunksOf(source)) {
    if (chunk.type === 'IEND') {
      const added = texts.map(([keyword, text]) => textChunk(keyword, text));
      return [stretch(0, HEADER_END), ...added, ...kept, stretch(chunk.start, source.size)];
    }
    const keyword = chunk.type === 'iTXt' ? await keywordOf(source, chunk) : null;
    const isReplaced = texts.some(([ours]) => ours === keyword);
    if (chunk.start >= HEADER_END && !isReplaced) kept.push(stretch(chunk.start, chunk.end));
  }
  return null;
}

export async function readPng(source: ByteSource): Promise<MediaOrigin | null> {
  for await (const chunk of chunksOf(source)) {
    if (chunk.type !== 'iTXt' || chunk.end - chunk.start > maxOriginBytes) continue;
    if ((await keywordOf(source, chunk)) === originKey) return parseOrigin(await textOf(source, chunk));
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
async function keywordOf(source: ByteSource, { start }: Chunk): Promise<string | undefined> {
  return asciiAt(await source.read(start + 8, 80), 0, 80).split('\0')[0];
}

/** Keyword, two zeros for "not compressed", an empty language and an empty translation come before the text. */
const textHead = (keyword: string) => new TextEncoder().encode(`${keyword}\0\0\0\0\0`);

async function textOf(source: ByteSource, { start, end }: Chunk): Promise<string> {
  const skipped = textHead(originKey).length;
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
