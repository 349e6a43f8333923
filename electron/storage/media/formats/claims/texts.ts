/** The texts and data that programs put into images, by their names, as they come and bounded. */

import { promisify } from 'node:util';
import { inflate as inflateZlib } from 'node:zlib';
import { asciiAt, type ByteSource, concat, viewOf } from '../../bytes';
import { riffChunks } from '../riff';
import { exifTexts } from './exif-texts';

/** What an image carries beside its pixels. */
export interface Carried {
  readonly texts: ReadonlyMap<string, string>;
  /** A C2PA manifest store; `null` where there is none. */
  readonly manifest: Uint8Array | null;
}

const mostBytes = 4 * 1024 * 1024;
const mostTexts = 64;
const mostParts = 20_000;

export async function carriedByPng(source: ByteSource): Promise<Carried> {
  const texts = new Map<string, string>();
  let manifest: Uint8Array | null = null;
  for (let start = 8, count = 0; count < mostParts; count += 1) {
    const head = await source.read(start, 8);
    if (head.length < 8) break;
    const length = viewOf(head).getUint32(0);
    const type = asciiAt(head, 4, 4);
    const isWanted = /^(?:tEXt|zTXt|iTXt|eXIf|caBX)$/.test(type) && length <= mostBytes;
    if (isWanted && texts.size < mostTexts) {
      const data = await source.read(start + 8, length);
      if (type === 'caBX') manifest = data;
      else if (type === 'eXIf') addAll(texts, exifTexts(data));
      else addAll(texts, await pngText(type, data));
    }
    if (type === 'IEND') break;
    start += 12 + length;
  }
  return { texts, manifest };
}

const inflate = promisify(inflateZlib) as (data: Uint8Array, options: object) => Promise<Buffer>;

/** Keyword and text of a `tEXt`, `zTXt` or `iTXt`. */
async function pngText(type: string, data: Uint8Array): Promise<readonly (readonly [string, string])[]> {
  const end = data.indexOf(0);
  if (end < 1 || end > 79) return [];
  const keyword = asciiAt(data, 0, end);
  const unpacked = (from: number) =>
    inflate(data.subarray(from), { maxOutputLength: mostBytes }).catch(() => new Uint8Array());
  const isPacked = type === 'iTXt' && data[end + 1] === 1;
  if (type === 'tEXt') return [[keyword, latinOrUtf8(data.subarray(end + 1))]];
  if (type === 'zTXt') return [[keyword, latinOrUtf8(await unpacked(end + 2))]];
  // Language and translated keyword come before the text.
  const language = data.indexOf(0, end + 3);
  const translated = language < 0 ? -1 : data.indexOf(0, language + 1);
  if (translated < 0) return [];
  const body = isPacked ? await unpacked(translated + 1) : data.subarray(translated + 1);
  return [[keyword, new TextDecoder().decode(body)]];
}

/** Latin-1 by the standard; several programs write UTF-8. */
function latinOrUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return Buffer.from(bytes).toString('latin1');
  }
}

const addAll = (texts: Map<string, string>, found: readonly (readonly [string, string])[]): void => {
  for (const [name, text] of found) if (text !== '' && !texts.has(name)) texts.set(name, text);
};

const startOfScan = 0xda;
const app1 = 0xe1;
const app11 = 0xeb;
/** As a PNG names its XMP. */
const xmpName = 'XML:com.adobe.xmp';
const xmpMark = 'http://ns.adobe.com/xap/1.0/\0';

export async function carriedByJpeg(source: ByteSource): Promise<Carried> {
  const texts = new Map<string, string>();
  const boxes: Uint8Array[] = [];
  for await (const { marker, data } of segmentsOf(source)) {
    if (marker === app1 && asciiAt(data, 0, 6) === 'Exif\0\0') addAll(texts, exifTexts(data.subarray(6)));
    if (marker === app1 && asciiAt(data, 0, xmpMark.length) === xmpMark)
      addAll(texts, [[xmpName, new TextDecoder().decode(data.subarray(xmpMark.length))]]);
    if (marker === app11 && asciiAt(data, 0, 2) === 'JP') boxes.push(data);
  }
  return { texts, manifest: joinedBox(boxes) };
}

/** Those of the two kinds that hold metadata, up to the image data. */
async function* segmentsOf(source: ByteSource) {
  for (let start = 2, count = 0; count < mostParts; count += 1) {
    const head = await source.read(start, 4);
    const marker = head[1] ?? 0;
    const length = head.length < 4 ? 0 : viewOf(head).getUint16(2);
    if (head[0] !== 0xff || marker === startOfScan || length < 2) return;
    if (marker === app1 || marker === app11) yield { marker, data: await source.read(start + 4, length - 2) };
    start += 2 + length;
  }
}

/** A box longer than a segment is cut: each piece repeats the head of the box behind its number. */
function joinedBox(segments: readonly Uint8Array[]): Uint8Array | null {
  const [first, ...rest] = segments;
  if (first === undefined || first.length < 16) return null;
  const head = 8;
  const repeated = 8;
  return concat(first.subarray(head), ...rest.map((segment) => segment.subarray(head + repeated))).slice(
    0,
    mostBytes,
  );
}

export async function carriedByWebp(source: ByteSource): Promise<Carried> {
  const texts = new Map<string, string>();
  let manifest: Uint8Array | null = null;
  for (const { name, dataStart, dataEnd } of await riffChunks(source)) {
    if (!/^(?:EXIF|XMP |C2PA)$/.test(name) || dataEnd - dataStart > mostBytes) continue;
    const data = await source.read(dataStart, dataEnd - dataStart);
    if (name === 'C2PA') manifest = data;
    else if (name === 'XMP ') addAll(texts, [[xmpName, new TextDecoder().decode(data)]]);
    else addAll(texts, exifTexts(asciiAt(data, 0, 6) === 'Exif\0\0' ? data.subarray(6) : data));
  }
  return { texts, manifest };
}
