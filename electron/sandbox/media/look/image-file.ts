/**
 * What an image file says without being decoded: its format, and the text it carries as PNG text, comments
 * or XMP.
 */

export interface InnerText {
  readonly name: string;
  readonly text: string;
}

const MAX_TEXTS = 8;
const MAX_CHARACTERS = 400;
const MAX_CHUNKS = 10_000;

/** Never throws: a damaged file gives as much as can be read. */
export function wordsInside(bytes: Uint8Array, format: PictureFormat): readonly InnerText[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = [...readers[format](file)].map(({ name, text }) => ({ name, text: clip(text) }));
  return found.filter(({ text }) => text !== '').slice(0, MAX_TEXTS);
}

const readers: Readonly<Record<PictureFormat, (file: Buffer) => Iterable<InnerText>>> = {
  PNG: pngTexts,
  JPEG: jpegTexts,
  WebP: webpTexts,
  GIF: gifComments,
};

const clip = (text: string): string => {
  const plain = text.replace(/\s+/g, ' ').trim();
  return plain.length > MAX_CHARACTERS ? `${plain.slice(0, MAX_CHARACTERS)}…`.toWellFormed() : plain;
};

function* pngTexts(file: Buffer): Iterable<InnerText> {
  for (let at = 8, count = 0; at + 12 <= file.length && count < MAX_CHUNKS; count += 1) {
    const length = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    const data = file.subarray(at + 8, Math.min(at + 8 + length, file.length));
    const end = data.indexOf(0);
    if (type === 'tEXt' && end > 0)
      yield { name: data.toString('latin1', 0, end), text: data.toString('latin1', end + 1) };
    // Behind the keyword: whether it is compressed and how, a language and a translation, each ended by a zero.
    if (type === 'iTXt' && end > 0 && data[end + 1] === 0) {
      const start = data.indexOf(0, data.indexOf(0, end + 3) + 1) + 1;
      yield { name: data.toString('latin1', 0, end), text: data.toString('utf8', start) };
    }
    at += 12 + length;
  }
}

function* jpegTexts(file: Buffer): Iterable<InnerText> {
  for (let at = 2, count = 0; at + 4 <= file.length && count < MAX_CHUNKS; count += 1) {
    const marker = file[at + 1] ?? 0;
    if (file[at] !== 0xff || marker === 0xda) return;
    const length = file.readUInt16BE(at + 2);
    const data = file.subarray(at + 4, at + 2 + length);
    if (marker === 0xfe) yield { name: 'Comment', text: data.toString('utf8') };
    if (marker === 0xe1) yield* xmpDescription(data);
    at += 2 + length;
  }
}

function* webpTexts(file: Buffer): Iterable<InnerText> {
  for (let at = 12, count = 0; at + 8 <= file.length && count < MAX_CHUNKS; count += 1) {
    const length = file.readUInt32LE(at + 4);
    if (file.toString('latin1', at, at + 4) === 'XMP ')
      yield* xmpDescription(file.subarray(at + 8, at + 8 + length));
    at += 8 + length + (length % 2);
  }
}

function* gifComments(file: Buffer): Iterable<InnerText> {
  for (let at = file.indexOf('21fe', 0, 'hex'); at >= 0; ) {
    const parts: string[] = [];
    for (let block = at + 2; (file[block] ?? 0) > 0; block += 1 + (file[block] ?? 0)) {
      parts.push(file.toString('latin1', block + 1, block + 1 + (file[block] ?? 0)));
    }
    // The same two bytes may occur in the pixels: only readable text counts.
    if (/^[\x20-\x7e\s]+$/.test(parts.join(''))) yield { name: 'Comment', text: parts.join('') };
    at = parts.length > 0 ? -1 : file.indexOf('21fe', at + 2, 'hex');
  }
}

function* xmpDescription(packet: Buffer): Iterable<InnerText> {
  const found = /<dc:description>.*?<rdf:li[^>]*>([^<]*)<\/rdf:li>/s.exec(packet.toString('utf8'));
  if (found?.[1] !== undefined) yield { name: 'Description', text: unescapeXml(found[1]) };
}

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&amp;': '&',
};

const unescapeXml = (text: string): string =>
  text.replace(/&(lt|gt|quot|apos|amp);/g, (entity) => entities[entity] ?? entity);

export type PictureFormat = 'PNG' | 'JPEG' | 'WebP' | 'GIF';

/** `name` of the error where an image can't be decoded or is too large. */
export const UNREADABLE_PICTURE = 'UnreadablePictureError';

/** By the first bytes alone, whatever the data URL calls it; `null` for anything else. */
export function formatOfPicture(bytes: Uint8Array): PictureFormat | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 16)).toString('latin1');
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'PNG';
  if (head.startsWith('\xff\xd8\xff')) return 'JPEG';
  if (/^GIF8[79]a/.test(head)) return 'GIF';
  return /^RIFF.{4}WEBP/s.test(head) ? 'WebP' : null;
}
