import { dialogueParts } from '../../../shared/run/dialogue';
import type { SpeechParams } from '../../gateway/types/media';
import { type ModalityRunner, ofJob } from './runner';
import { splitAtSentences } from './split-text';

/** The longest text that speech services commonly accept in one call (OpenAI's `audio/speech`: 4,096 characters). */
export const MAX_CHARACTERS_PER_CALL = 4_000;

/** One call for each part of the text, and in a dialogue for each of its lines. */
export const speech: ModalityRunner = {
  split(text, parameters) {
    const lines = dialogueParts(text, parameters);
    if (lines.length === 0) return splitAtSentences(text, MAX_CHARACTERS_PER_CALL);
    return lines.flatMap(({ start, end }) =>
      splitAtSentences(text.slice(start, end), MAX_CHARACTERS_PER_CALL).map((part) => ({
        start: start + part.start,
        end: start + part.end,
      })),
    );
  },
  async ask(client, body, options) {
    const { sources, job, finishedJob, meta } = await client.audio.speech.create(
      body as unknown as SpeechParams,
      options,
    );
    return job === undefined ? { kind: 'done', sources, meta, remote: finishedJob } : ofJob(job);
  },
};
