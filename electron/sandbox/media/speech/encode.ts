/** Speech as a file: WAV, FLAC and raw samples without loss, MP3 by LAME, Ogg Vorbis by libvorbis, Opus by libopus. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { SampleRate } from 'libopus-wasm';
import { createEncoder } from 'wasm-media-encoders/esnext';
import { infoFrame, mp3FrameAt } from '../../../../shared/media/mp3-frame';
import { type AudioFormat, PCM_RATE } from '../formats';
import type { AudioEncoder } from './audio-encoder';
import { encodeFlac } from './flac';
import { createOpusEncoder } from './opus';
import { changeRate } from './rate';
import { encodeSamples, encodeWave } from './wave';

/** About a second a step: an encoder's buffers stay small however long a piece is. */
const STEP_SAMPLES = 1 << 14;
/** Vorbis streams carry a number; a fixed one keeps the bytes the same for the same speech. */
const SERIAL_NUMBER = 1;

const wholeSamples = (pieces: readonly Float32Array[]): Int16Array<ArrayBuffer> => {
  const whole = new Int16Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(encodeSamples(piece), at);
    at += piece.length;
  }
  return whole;
};

/** What has no loss is written when the whole sound is there. */
const lossless = {
  wav: (samples: Int16Array<ArrayBuffer>, rate: number) => encodeWave(samples, rate),
  flac: (samples: Int16Array<ArrayBuffer>, rate: number) => encodeFlac(samples, rate),
  pcm: (samples: Int16Array<ArrayBuffer>) => new Uint8Array(samples.buffer),
};

export async function createAudioEncoder(format: AudioFormat, rate: SampleRate): Promise<AudioEncoder> {
  if (format === 'opus') return await createOpusEncoder(rate);
  if (format === 'mp3' || format === 'ogg') return await streaming(format, rate);
  const pieces: Float32Array[] = [];
  return {
    push: (samples) => pieces.push(format === 'pcm' ? changeRate(samples, rate, PCM_RATE) : samples),
    finish: () => lossless[format](wholeSamples(pieces), rate),
  };
}

async function streaming(format: 'mp3' | 'ogg', rate: number): Promise<AudioEncoder> {
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
