/** Reads the one frame of an ID3 tag that we write. */
import type { MediaOrigin } from '../../../../../shared/media/media';
import { asciiAt, type ByteSource } from '../../bytes';
import { originKey, parseOrigin } from '../origin-text';
import { sevenBits, type TagFrame, tagAtStart } from './tag';

const HEAD_BYTES = 10;
const MAX_TAGS = 16;
const decoders = ['latin1', 'utf-16', 'utf-16be', 'utf-8'] as const;

export async function readId3(source: ByteSource): Promise<MediaOrigin | null> {
  for (const frame of (await tagAtStart(source))?.frames ?? []) {
    const [name, text] = userText(frame) ?? [];
    if (name === originKey && text !== undefined) return parseOrigin(text);
  }
  return null;
}

/** Where the frames begin, after any tags; a footer is counted where a tag has one. */
export async function endOfTags(source: ByteSource): Promise<number> {
  let at = 0;
  for (let count = 0; count < MAX_TAGS; count += 1) {
    const head = await source.read(at, HEAD_BYTES);
    if (head.length < HEAD_BYTES || asciiAt(head, 0, 3) !== 'ID3') return at;
    const hasFooter = ((head[5] ?? 0) & 0x10) !== 0;
    at += HEAD_BYTES + sevenBits(head.subarray(6)) + (hasFooter ? HEAD_BYTES : 0);
  }
  return at;
}

/** The name and the text of a user's frame: an encoding byte, then both, separated by a zero. */
export function userText({ name, flags, data }: TagFrame): [string, string] | null {
  if (name !== 'TXXX' || flags[1] !== 0) return null;
  const decoder = decoders[data[0] ?? 0] ?? 'latin1';
  const text =
    decoder === 'utf-16' ? utf16(data.subarray(1)) : new TextDecoder(decoder).decode(data.subarray(1));
  const [label = '', value = ''] = text.split('\0', 2);
  return [label, value.replace(/^\ufeff/, '')];
}

function utf16(bytes: Uint8Array): string {
  return new TextDecoder(bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-16le').decode(bytes);
}
