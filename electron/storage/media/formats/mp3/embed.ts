/** MP3: the frames of an ID3 tag before the audio; what the file had in its tag stays. */
import { ID3Writer } from 'browser-id3-writer';
import type { MediaOrigin } from '../../../../../shared/media/media';
import type { ByteSource } from '../../bytes';
import { captionOf, originKey, originText, parseOrigin } from '../origin-text';
import { type Piece, stretch } from '../pieces';
import { hasOldTag, wholeRow } from './rows';
import { framesOf, type Tag, type TagFrame, tagAtStart, tagBytes, userText } from './tag';

const HEAD_BYTES = 10;

/**
 * `null` where the file is not a tag of the usual kind and frames to its last byte: another tag at the end, a cut
 * frame, or a second file behind the first.
 */
export async function planMp3(source: ByteSource, origin: MediaOrigin): Promise<Piece[] | null> {
  const tag = await tagAtStart(source);
  if (tag === null || (await wholeRow(source, tag.bytes)) === null) return null;
  const earlier = tag.frames.map(originOf).find((found) => found !== null);
  const ours = earlier ? framesFor(earlier, tag.version) : [];
  const kept = tag.frames.filter(
    (frame) => originOf(frame) === null && !ours.some((one) => isSame(one, frame)),
  );
  const added = framesFor(origin, tag.version).filter(
    (frame) => frame.name === 'TXXX' || !isNamed(kept, frame.name),
  );
  // A title in the new tag would hide the one in an old tag at the end.
  const isAlone = kept.length === 0 && (await hasOldTag(source));
  const frames = [...kept, ...added.filter(({ name }) => name === 'TXXX' || !isAlone)];
  const bytes = tagBytes(tag.version, frames);
  return bytes && [bytes, stretch(tag.bytes, source.size)];
}

function isNamed(frames: readonly TagFrame[], name: string): boolean {
  const names = name === 'TYER' || name === 'TDRC' ? ['TYER', 'TDRC'] : [name];
  return frames.some((frame) => names.includes(frame.name));
}

function isSame(one: TagFrame, other: TagFrame): boolean {
  return one.name === other.name && Buffer.compare(one.data, other.data) === 0;
}

function originOf(frame: TagFrame): MediaOrigin | null {
  const [name, text] = userText(frame) ?? [];
  return name === originKey && text !== undefined ? parseOrigin(text) : null;
}

/** In the encoding that both versions have. */
function framesFor(origin: MediaOrigin, version: Tag['version']): TagFrame[] {
  const { title, description, software, created } = captionOf(origin);
  const writer = new ID3Writer(new ArrayBuffer(0));
  writer.setFrame('TIT2', title);
  writer.setFrame('TSSE', software);
  writer.setFrame('TYER', created.getUTCFullYear());
  writer.setFrame('COMM', { language: 'eng', description: '', text: description });
  writer.setFrame('TXXX', { description: originKey, value: originText(origin) });
  const frames = framesOf(new Uint8Array(writer.addTag()).subarray(HEAD_BYTES), 3) ?? [];
  return frames.map((frame) => (version === 4 && frame.name === 'TYER' ? { ...frame, name: 'TDRC' } : frame));
}
