/** A text of any length, spoken and encoded. */
import { MAX_SPEECH_SECONDS } from '../formats';
import type { SpeechTask } from '../tasks';
import { SPEECH_TOO_LONG } from '../tasks';
import { createAudioEncoder } from './encode-audio';
import { SPEECH_RATE, speakPiece } from './flite';
import { splitSpokenText } from './spoken-text';
import { findVoice } from './voices';

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
