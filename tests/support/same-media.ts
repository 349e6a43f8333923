/** Checks that a new container has the same content as the old one. */
import { createHash } from 'node:crypto';
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input, type InputTrack } from 'mediabunny';

/** Containers count time in steps of up to a millisecond. */
const TOLERANCE_MS = 1.5;

interface TrackPrint {
  readonly codec: string | null;
  readonly hash: string;
  /** When each packet is shown or heard, and when the last one ends. */
  readonly timesMs: readonly number[];
}

/** Opens a file of any container for as long as the work takes. */
export async function withMedia<Result>(
  bytes: Uint8Array,
  work: (input: Input) => Promise<Result>,
): Promise<Result> {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) });
  try {
    return await work(input);
  } finally {
    input.dispose();
  }
}

/** Whether both hold the same tracks, packet for packet, at the same times. */
export async function isSameMedia(one: Uint8Array, other: Uint8Array): Promise<boolean> {
  const [before, after] = [await withMedia(one, printsOf), await withMedia(other, printsOf)];
  return before.length === after.length && before.every((print, index) => isSame(print, after[index]));
}

async function printsOf(input: Input): Promise<TrackPrint[]> {
  const prints: TrackPrint[] = [];
  for (const track of await input.getTracks()) prints.push(await printOf(track));
  return prints;
}

async function printOf(track: InputTrack): Promise<TrackPrint> {
  const hash = createHash('sha256');
  const timesMs: number[] = [];
  for await (const { data, timestamp } of new EncodedPacketSink(track).packets()) {
    hash.update(`${data.length} `).update(data);
    timesMs.push(timestamp * 1000);
  }
  timesMs.push((await track.computeDuration()) * 1000);
  return { codec: await track.getCodecParameterString(), hash: hash.digest('hex'), timesMs };
}

function isSame(one: TrackPrint, other: TrackPrint | undefined): boolean {
  if (!other || one.codec !== other.codec || one.hash !== other.hash) return false;
  return one.timesMs.every((time, index) => Math.abs(time - (other.timesMs[index] ?? 0)) <= TOLERANCE_MS);
}
