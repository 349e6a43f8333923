/** The peaks of an audio file, decoded piece by piece: never more than a moment of it is in memory. */
import {
  ADTS,
  AudioSampleSink,
  BlobSource,
  FLAC,
  Input,
  type InputAudioTrack,
  Logging,
  LogLevel,
  MATROSKA,
  MP3,
  MP4,
  OGG,
  QTFF,
  WAVE,
  WEBM,
} from 'mediabunny';

// Left out on purpose: playlists, which can name other addresses.
const formats = [WAVE, MP3, OGG, FLAC, ADTS, MP4, QTFF, WEBM, MATROSKA];
/** What a file says of its length may be wrong by any factor, so what was decoded is counted. */
const longestSeconds = 30 * 60;
/** 30 minutes of stereo at 192 kHz. */
const mostValues = 700_000_000;
/** Beyond these, the moment that is in memory is too large. */
const mostChannels = 32;
const highestRate = 768_000;
const stepsPerSecond = 50;
const cacheBytes = 4 * 1024 * 1024;

export type Peaks =
  | { readonly steps: Float32Array<ArrayBuffer>; readonly seconds: number }
  /** `tooLong`: more than 30 minutes were decoded, or more values than those have. */
  | { readonly refusal: 'tooLong' | 'unreadable' };

// The library would print what it finds in a file.
Logging.level = LogLevel.Silent;

/** The loudest moment of each fiftieth of a second; decoding ends as soon as there is too much. */
export async function streamPeaks(file: Blob): Promise<Peaks> {
  const source = new BlobSource(await withLength(file), { maxCacheSize: cacheBytes });
  const input = new Input({ formats, source });
  try {
    const track = await input.getPrimaryAudioTrack();
    if (track === null || !(await isUsual(track))) return { refusal: 'unreadable' };
    return await readPeaks(track);
  } catch {
    return { refusal: 'unreadable' };
  } finally {
    input.dispose();
  }
}

const headBytes = 4_096;

/** A WAV that was streamed may state 0 as its length; the value for "to the end of the file" is read by everyone. */
async function withLength(file: Blob): Promise<Blob> {
  const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  const text = String.fromCharCode(...head);
  const at = text.indexOf('data');
  const isOpen = /^RIFF.{4}WAVE/s.test(text) && at > 0 && text.slice(at + 4, at + 8) === '\0\0\0\0';
  if (!isOpen) return file;
  head.fill(0xff, 4, 8);
  head.fill(0xff, at + 4, at + 8);
  return new Blob([head, file.slice(headBytes)]);
}

async function isUsual(track: InputAudioTrack): Promise<boolean> {
  const [channels, rate] = [await track.getNumberOfChannels(), await track.getSampleRate()];
  const isBounded = channels > 0 && channels <= mostChannels && rate > 0 && rate <= highestRate;
  return isBounded && (await track.canDecode());
}

async function readPeaks(track: InputAudioTrack): Promise<Peaks> {
  const steps = new Steps();
  for await (const sample of new AudioSampleSink(track).samples()) {
    try {
      steps.count(sample.numberOfFrames, sample.numberOfChannels, sample.sampleRate);
      if (steps.isTooLong()) return { refusal: 'tooLong' };
      const moment = steps.room(sample.allocationSize({ planeIndex: 0, format: 'f32-planar' }) / 4);
      for (let planeIndex = 0; planeIndex < sample.numberOfChannels; planeIndex += 1) {
        sample.copyTo(moment, { planeIndex, format: 'f32-planar' });
        steps.mix(moment.subarray(0, sample.numberOfFrames), planeIndex === 0);
      }
      steps.add(sample.numberOfFrames, sample.sampleRate);
    } finally {
      sample.close();
    }
  }
  return steps.done();
}

class Steps {
  #seconds = 0;
  #values = 0;
  #moment = new Float32Array(0);
  #mixed = new Float32Array(0);
  #loudest = 0;
  #inStep = 0;
  readonly #steps: number[] = [];

  count(frames: number, channels: number, rate: number): void {
    this.#seconds += frames / rate;
    this.#values += frames * channels;
  }

  isTooLong(): boolean {
    return this.#seconds > longestSeconds || this.#values > mostValues;
  }

  /** Keeps the loudest channel of each moment: added up, channels may cancel each other out. */
  mix(values: Float32Array, isFirst: boolean): void {
    if (this.#mixed.length < values.length) this.#mixed = new Float32Array(values.length);
    const mixed = this.#mixed;
    for (let at = 0; at < values.length; at += 1) {
      const value = Math.abs(values[at] ?? 0);
      if (isFirst || value > (mixed[at] ?? 0)) mixed[at] = value;
    }
  }

  room(values: number): Float32Array<ArrayBuffer> {
    if (this.#moment.length < values) this.#moment = new Float32Array(values);
    return this.#moment;
  }

  /** Takes as many frames of what was mixed. */
  add(frames: number, rate: number): void {
    const perStep = Math.max(1, Math.round(rate / stepsPerSecond));
    for (const value of this.#mixed.subarray(0, frames)) {
      this.#loudest = Math.max(this.#loudest, value);
      this.#inStep += 1;
      if (this.#inStep >= perStep) this.#end();
    }
  }

  #end(): void {
    this.#steps.push(this.#loudest);
    this.#loudest = 0;
    this.#inStep = 0;
  }

  done(): Peaks {
    if (this.#inStep > 0) this.#end();
    if (this.#steps.length === 0) return { refusal: 'unreadable' };
    return { steps: Float32Array.from(this.#steps), seconds: this.#seconds };
  }
}
