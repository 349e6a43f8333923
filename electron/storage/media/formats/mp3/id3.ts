/** Reads the one frame of an ID3 tag that we write. */
import type { MediaOrigin } from '../../../../../shared/media';
import { asciiAt, type ByteSource, viewOf } from '../../bytes';
import { maxOriginBytes, originKey, parseOrigin } from '../origin-text';

const HEAD_BYTES = 10;
/** Room for text of two bytes a character, and an image beside it. */
const MAX_TAG_BYTES = 4 * maxOriginBytes;
const decoders = ['latin1', 'utf-16', 'utf-16be', 'utf-8'] as const;

export async function readId3(source: ByteSource): Promise<MediaOrigin | null> {
  const head = await source.read(0, HEAD_BYTES);
  const [version = 0, , flags = 0] = head.subarray(3);
  const length = sevenBits(head.subarray(6));
  // Tags with an extended header or with unsynchronization were written by other programs.
  const isPlain = asciiAt(head, 0, 3) === 'ID3' && (version === 3 || version === 4) && (flags & 0xc0) === 0;
  if (!isPlain || length > MAX_TAG_BYTES) return null;
  for (const frame of userTexts(await source.read(HEAD_BYTES, length), version)) {
    const [name, text] = split(frame);
    if (name === originKey) return parseOrigin(text);
  }
  return null;
}

function* userTexts(tag: Uint8Array, version: number): Generator<Uint8Array> {
  for (let at = 0; at + HEAD_BYTES <= tag.length && tag[at] !== 0; ) {
    const sizeBytes = tag.subarray(at + 4, at + 8);
    const size = version === 4 ? sevenBits(sizeBytes) : viewOf(sizeBytes).getUint32(0);
    const end = at + HEAD_BYTES + size;
    if (end > tag.length) return;
    const isPacked = tag[at + 9] !== 0;
    if (asciiAt(tag, at, 4) === 'TXXX' && !isPacked) yield tag.subarray(at + HEAD_BYTES, end);
    at = end;
  }
}

/** An encoding byte, then a name and a text, separated by a zero. */
function split(frame: Uint8Array): [string, string] {
  const decoder = decoders[frame[0] ?? 0] ?? 'latin1';
  const text =
    decoder === 'utf-16' ? utf16(frame.subarray(1)) : new TextDecoder(decoder).decode(frame.subarray(1));
  const [name = '', value = ''] = text.split('\0', 2);
  return [name, value.replace(/^\ufeff/, '')];
}

function utf16(bytes: Uint8Array): string {
  return new TextDecoder(bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-16le').decode(bytes);
}

function sevenBits(bytes: Uint8Array): number {
  return bytes.reduce((value, byte) => value * 128 + (byte & 0x7f), 0);
}
