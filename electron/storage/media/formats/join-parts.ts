/** Opens the audio files to join one after the other and checks that they fit. */
import { EncodedPacketSink, type InputAudioTrack } from 'mediabunny';
import { AppError } from '../../../../shared/errors';
import { type ReadBudget, withSource } from '../bytes';
import { withContainer } from './containers';
import { brokenPart, differingPart } from './join-errors';
import { fits, type Sound, soundOf } from './join-sound';

/** Enough for many hours of audio in one part. */
const budget: ReadBudget = { bytes: 8 * 1024 ** 3, reads: 20_000_000 };

export interface Part {
  readonly index: number;
  readonly sound: Sound;
  readonly packets: ReturnType<EncodedPacketSink['packets']>;
}

/** @throws AppError `invalid_input` that names the part where one is broken or differs from the first */
export async function eachPart(
  parts: readonly string[],
  work: (part: Part) => Promise<unknown>,
): Promise<void> {
  let first: Sound | null = null;
  for (const [index, path] of parts.entries())
    await guarded(index, () =>
      withTrack(path, async (track) => {
        const sound = await soundOf(track);
        if (sound === null) throw brokenPart(index);
        first ??= sound;
        if (!fits(first, sound)) throw differingPart(index);
        await work({ index, sound, packets: new EncodedPacketSink(track).packets() });
      }),
    );
}

function withTrack<Result>(path: string, work: (track: InputAudioTrack) => Promise<Result>): Promise<Result> {
  return withSource(path, (source) =>
    withContainer(source, budget, async (input) => {
      const track = await input.getPrimaryAudioTrack();
      if (track === null) throw new Error('It has no audio.');
      return work(track);
    }),
  );
}

/** Turns the library's error for a broken part into one that names the part; disk errors pass through. */
async function guarded<Result>(index: number, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const isKnown = error instanceof AppError || (error instanceof Error && 'syscall' in error);
    throw isKnown ? error : brokenPart(index);
  }
}
