/** How long an MP3 is: its frames are read one after another, since what its first frame states holds for one file alone. */

import { gaplessOf, isInfoFrame, mp3FrameAt } from '../../../../../shared/media/mp3-frame';
import type { ByteSource } from '../../bytes';
import { type MediaDescription, soundFacts } from '../media-description';
import { describeFree } from './free-format';
import { allRows, MAX_FRAME_BYTES } from './rows';

export async function describeMp3(source: ByteSource): Promise<MediaDescription> {
  let facts: { readonly sampleRate: number; readonly channels: number } | null = null;
  let seconds = 0;
  for await (const row of allRows(source)) {
    const head = await source.read(row.start, MAX_FRAME_BYTES);
    const frame = mp3FrameAt(head);
    if (frame === null) continue;
    facts ??= frame;
    const gapless = gaplessOf(head);
    // Facts in place of sound, and what players leave out at both ends.
    const silent = (isInfoFrame(head) ? frame.samples : 0) + (gapless ? gapless.delay + gapless.padding : 0);
    seconds += Math.max(0, row.samples - silent) / row.sampleRate;
  }
  return facts === null ? await describeFree(source) : soundFacts({ ...facts, seconds });
}
