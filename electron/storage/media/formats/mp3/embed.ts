/** MP3: an ID3 tag before the frames, replacing an existing one. */
import { ID3Writer } from 'browser-id3-writer';
import type { MediaOrigin } from '../../../../../shared/media';
import { asciiAt, type ByteSource } from '../../bytes';
import { captionOf, originKey, originText } from '../origin-text';
import { type Piece, stretch } from '../pieces';

const HEADER_BYTES = 10;
const MAX_TAGS = 16;

export async function planMp3(source: ByteSource, origin: MediaOrigin): Promise<Piece[] | null> {
  const start = await endOfTags(source);
  return start < source.size ? [tagOf(origin), stretch(start, source.size)] : null;
}

/** Where the frames begin, after any tags; a footer is counted where a tag has one. */
export async function endOfTags(source: ByteSource): Promise<number> {
  let at = 0;
  for (let count = 0; count < MAX_TAGS; count += 1) {
    const head = await source.read(at, HEADER_BYTES);
    if (head.length < HEADER_BYTES || asciiAt(head, 0, 3) !== 'ID3') return at;
    const size = head.subarray(6).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);
    const hasFooter = ((head[5] ?? 0) & 0x10) !== 0;
    at += HEADER_BYTES + size + (hasFooter ? HEADER_BYTES : 0);
  }
  return at;
}

function tagOf(origin: MediaOrigin): Uint8Array {
  const { title, description, software, created } = captionOf(origin);
  const writer = new ID3Writer(new ArrayBuffer(0));
  writer.setFrame('TIT2', title);
  writer.setFrame('TSSE', software);
  writer.setFrame('TYER', created.getUTCFullYear());
  writer.setFrame('COMM', { language: 'eng', description: '', text: description });
  writer.setFrame('TXXX', { description: originKey, value: originText(origin) });
  return new Uint8Array(writer.addTag());
}
