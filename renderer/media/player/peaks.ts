import { mediaUrl } from '../../state/core/media-url';

const shownPeaks = 400;
/** Enough to draw a line; an hour of it is 115 MB while it is being read. */
const sampleRate = 8_000;
const longestMs = 30 * 60_000;

export interface Wave {
  /** 0 to 1, evenly over the whole length. */
  readonly peaks: Float32Array;
  /** Seconds. */
  readonly duration: number;
}

/** Enough for every list in sight; older ones are read again when they are seen again. */
const keptWaves = 400;
const waves = new Map<string, Promise<Wave | null>>();
/** One at a time: each is read whole. */
let last: Promise<unknown> = Promise.resolve();

/** The waveform of an audio file, read once; `null` if it is too long or can't be read. */
export function waveOf(id: string, durationMs: number | null): Promise<Wave | null> {
  if ((durationMs ?? 0) > longestMs) return Promise.resolve(null);
  const known = waves.get(id);
  if (known !== undefined) return known;
  const wave = last.then(() => read(id)).catch(() => null);
  last = wave;
  waves.set(id, wave);
  const [oldest] = waves.keys();
  if (waves.size > keptWaves && oldest !== undefined) waves.delete(oldest);
  return wave;
}

async function read(id: string): Promise<Wave | null> {
  const response = await fetch(mediaUrl(id));
  if (!response.ok) return null;
  const decoder = new OfflineAudioContext(1, 1, sampleRate);
  const sound = await decoder.decodeAudioData(await response.arrayBuffer());
  return { peaks: peaksOf(sound.getChannelData(0), shownPeaks), duration: sound.duration };
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
