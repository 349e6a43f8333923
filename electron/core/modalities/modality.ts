import {
  GATEWAY_CHOICE,
  type MediaModality,
  type Modality,
  modalities,
  type Parameter,
  type ParameterValues,
} from '../../../shared/modalities/modalities';
import { dialogueParts } from '../../../shared/run/dialogue';
import type { InputRole } from '../../../shared/run/input-roles';
import { withStyle } from '../../../shared/run/styles';
import type { ImageParams, SpeechParams, VideoParams } from '../../gateway/types/media';
import { type ModalityRunner, ofJob, type RequestBody } from './runner';
import { splitAtSentences, wholeText } from './split-text';

/** One call, answered with the images, the addresses to download them from, or a job to follow. */
const image: ModalityRunner = {
  split: wholeText,
  async ask(client, body, options) {
    const { images, job, finishedJob, meta, answer } = await client.images.generations.create(
      body as unknown as ImageParams,
      options,
    );
    if (job !== undefined) return ofJob(job);
    const sources = images.map(({ source }) => source);
    const facts = images.map(({ source: _, ...said }) => said);
    return { kind: 'done', sources, facts, meta, answer, remote: finishedJob };
  },
};

/** The longest text that speech services commonly accept in one call (OpenAI's `audio/speech`: 4,096 characters). */
export const MAX_CHARACTERS_PER_CALL = 4_000;

/** One call for each part of the text, and in a dialogue for each of its lines. */
const speech: ModalityRunner = {
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

/** One call that returns the video itself, or at once a remote job, which is then polled. */
const video: ModalityRunner = {
  split: wholeText,
  async ask(client, body, options) {
    return ofJob(await client.videos.generations.create(body as VideoParams, options));
  },
};

export const runners: Readonly<Record<MediaModality, ModalityRunner>> = { image, speech, video };

interface RequestFields {
  readonly model: string;
  readonly text: string;
  readonly parameters: ParameterValues;
  readonly extra: Readonly<Record<string, unknown>>;
  /** What it is made from, if anything. */
  readonly inputs?: readonly { readonly role: InputRole }[];
}

/** A setting that is about an input is left out without it. */
const hasItsInput = (parameter: Parameter, inputs: NonNullable<RequestFields['inputs']>): boolean =>
  !('onlyWith' in parameter) || inputs.some(({ role }) => role === parameter.onlyWith);

/**
 * The body of a call, from which it is also priced (`prices/priced-request.ts`): the fields that were set, under their
 * wire names; without a model or a text where the gateway chooses. Extra parameters come last: what earlier versions
 * stored of them replaces what the form says, and is priced so.
 */
export function requestBody(
  id: MediaModality,
  { model, text, parameters, extra, inputs = [] }: RequestFields,
): RequestBody {
  const modality: Modality = modalities[id];
  const set = modality.parameters.flatMap((parameter) => {
    const value = parameters[parameter.id];
    const isSent = value !== undefined && parameter.wire !== null && hasItsInput(parameter, inputs);
    return isSent ? [[parameter.wire, value]] : [];
  });
  const isNamed = !(modality.isOptional && model === GATEWAY_CHOICE);
  const hasText = !(modality.isOptional && text === '');
  return {
    ...(isNamed && { model }),
    ...(hasText && { [modality.text.wire]: withStyle(text, parameters.style) }),
    ...Object.fromEntries(set),
    ...extra,
  };
}
