import { mediaUrl } from '../../state/core/media-url';
import { readPeaks } from './read-peaks';

const shownPeaks = 400;
const longestMs = 30 * 60_000;

export interface Wave {
  /** 0 to 1, evenly over the whole length. */
  readonly peaks: Float32Array;
  /** Seconds. */
  readonly duration: number;
}

/** Why there is no waveform: `tooLong` is more than 30 minutes, whatever the file says. */
export type NoWave = 'tooLong' | 'unreadable';

export const isWave = (wave: Wave | NoWave | null): wave is Wave => typeof wave === 'object' && wave !== null;

/** Enough for every list in sight; older ones are read again when they are seen again. */
const keptWaves = 400;
const waves = new Map<string, Promise<Wave | NoWave>>();
/** One at a time: each keeps a processor busy. */
let last: Promise<unknown> = Promise.resolve();

/** The waveform of an audio file, read once. */
export function waveOf(id: string, durationMs: number | null): Promise<Wave | NoWave> {
  if ((durationMs ?? 0) > longestMs) return Promise.resolve('tooLong');
  const known = waves.get(id);
  if (known !== undefined) return known;
  const wave = last.then(() => read(id)).catch((): NoWave => 'unreadable');
  last = wave;
  waves.set(id, wave);
  const [oldest] = waves.keys();
  if (waves.size > keptWaves && oldest !== undefined) waves.delete(oldest);
  return wave;
}

async function read(id: string): Promise<Wave | NoWave> {
  const response = await fetch(mediaUrl(id));
  if (!response.ok) return 'unreadable';
  // The browser holds a blob outside of the page, or on the disk where it is large.
  const answer = await readPeaks(await response.blob());
  if ('refusal' in answer) return answer.refusal;
  return { peaks: peaksOf(answer.steps, shownPeaks), duration: answer.seconds };
}

/** The loudest moment of each of `count` stretches. */
export function peaksOf(samples: Float32Array, count: number): Float32Array {
  const peaks = new Float32Array(count);
  for (let index = 0; index < samples.length; index += 1) {
    const place = Math.floor((index * count) / samples.length);
    peaks[place] = Math.max(peaks[place] ?? 0, Math.abs(samples[index] ?? 0));
  }
  return peaks;
}

/**
 * The same waveform in fewer bars, for a thumbnail.
 *
 * @returns heights from 0 to 1; the loudest is 1
 */
export function barsOf(peaks: Float32Array, count: number): readonly number[] {
  const bars = [...peaksOf(peaks, count)];
  const loudest = Math.max(...bars, Number.EPSILON);
  return bars.map((bar) => bar / loudest);
}
