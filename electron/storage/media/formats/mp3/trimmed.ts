/** What players leave out at both ends of an MP3, by its first frame. */
import type { ByteSource } from '../../bytes';
import { gaplessOf, mp3FrameAt } from './frame';
import { endOfTags } from './tag';

/** More than any layer III frame. */
const MAX_FRAME_BYTES = 3_000;

/** In seconds; 0 where the file doesn't state it. */
export async function trimmedSeconds(source: ByteSource): Promise<number> {
  const head = await source.read(await endOfTags(source), MAX_FRAME_BYTES);
  const [gapless, frame] = [gaplessOf(head), mp3FrameAt(head)];
  return gapless && frame ? (gapless.delay + gapless.padding) / frame.sampleRate : 0;
}
