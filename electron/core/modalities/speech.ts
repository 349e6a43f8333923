import type { SpeechParams } from '../../gateway/types/media';
import { type ModalityRunner, ofJob } from './runner';
import { splitAtSentences } from './split-text';

/** The longest text that speech services commonly accept in one call (OpenAI's `audio/speech`: 4,096 characters). */
const MAX_CHARACTERS_PER_CALL = 4_000;

/** One call for each part of the text. */
export const speech: ModalityRunner = {
  split: (text) => splitAtSentences(text, MAX_CHARACTERS_PER_CALL),
  async ask(client, body, options) {
    const { sources, job, finishedJob, meta } = await client.audio.speech.create(
      body as unknown as SpeechParams,
      options,
    );
    return job === undefined ? { kind: 'done', sources, meta, remote: finishedJob } : ofJob(job);
  },
};
