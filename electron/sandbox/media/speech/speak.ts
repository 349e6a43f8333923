/** A text of any length, spoken and encoded. */
import type { AudioFormat } from './encode-audio';
import { createAudioEncoder } from './encode-audio';
import { SPEECH_RATE, speakPiece } from './flite';
import { splitSpokenText } from './spoken-text';
import { findVoice } from './voices';

export interface SpeechTask {
  readonly kind: 'speech';
  /** ASCII, as `toSpokenText` makes it. */
  readonly text: string;
  readonly voice: string;
  /** 0.25 to 4. */
  readonly speed: number;
  readonly format: AudioFormat;
}

/** Four thousand letters of prose take a quarter of an hour at the slowest; as many digits take over an hour. */
export const MAX_SPEECH_SECONDS = 30 * 60;

/** Said of a text whose speech is longer than {@link MAX_SPEECH_SECONDS}. */
export class SpeechTooLongError extends Error {
  override readonly name = 'SpeechTooLongError';
}

/**
 * The bytes of one file; the same for the same task.
 * @throws SpeechTooLongError
 */
export async function speak({ text, voice: name, speed, format }: SpeechTask): Promise<Uint8Array> {
  const voice = findVoice(name);
  if (voice === undefined) throw new Error(`There is no voice ${name}`);
  const encoder = await createAudioEncoder(format, SPEECH_RATE);
  let seconds = 0;
  for (const piece of splitSpokenText(text)) {
    const samples = speakPiece(piece, voice, speed);
    seconds += samples.length / SPEECH_RATE;
    if (seconds > MAX_SPEECH_SECONDS) throw new SpeechTooLongError('This speech is too long');
    encoder.push(samples);
    // Between two pieces other work of this worker gets its turn.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return encoder.finish();
}
