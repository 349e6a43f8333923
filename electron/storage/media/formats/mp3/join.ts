/**
 * MP3: the frames of all parts after a new first frame that states the total length and how much to trim at the ends.
 */
import type { FileHandle } from 'node:fs/promises';
import { withSource } from '../../bytes';
import { writeAll } from '../../partial';
import { eachPart } from '../join-parts';
import { endOfTags } from './embed';
import { mp3FrameAt } from './frame';
import { type Gapless, gaplessOf, infoFrame, type Mp3Sound } from './info';

/** More than any layer III frame. */
const MAX_FRAME_BYTES = 1_500;

/**
 * Frames can't be cut: where two parts meet, the padding of their encoder is heard as a few hundredths of a second of
 * silence. The ends of the whole are stated as those of its first and last part, so that players trim them.
 */
export async function joinMp3(parts: readonly string[], file: FileHandle): Promise<void> {
  const starts: number[] = [];
  const bitrates = new Set<number>();
  let head = new Uint8Array();
  let bytes = 0;
  const sound = (gapless: Gapless | null): Mp3Sound => {
    return { head, starts, bytes, isConstantRate: bitrates.size === 1, gapless };
  };
  await eachPart(parts, async ({ packets }) => {
    for await (const { data } of packets) {
      if (starts.length === 0) {
        head = data.slice(0, MAX_FRAME_BYTES);
        // Reserves room for what is known at the end.
        await writeAll(file, new Uint8Array(infoFrame(sound(null)).length));
      }
      await writeAll(file, data);
      starts.push(bytes);
      bitrates.add(mp3FrameAt(data)?.bitrate ?? 0);
      bytes += data.length;
    }
  });
  await writeAll(file, infoFrame(sound(await endsOf(parts))), 0);
}

/** `null` where no frame states what to trim at the start. */
async function endsOf(parts: readonly string[]): Promise<Gapless | null> {
  const [first, last] = [await gaplessIn(parts[0] ?? ''), await gaplessIn(parts.at(-1) ?? '')];
  return first && { delay: first.delay, padding: last?.padding ?? 0 };
}

function gaplessIn(path: string): Promise<Gapless | null> {
  return withSource(path, async (source) =>
    gaplessOf(await source.read(await endOfTags(source), MAX_FRAME_BYTES)),
  );
}
