/**
 * What can be generated. Forms, checks and request bodies follow from these records; a new modality is an entry here,
 * its operation in `electron/core/modalities`, its reply in the Sandbox and its test.
 */
import type { Capabilities } from './models';

export const mediaModalities = ['image', 'speech', 'video'] as const;
/** What is generated as a file, by a job. */
export type MediaModality = (typeof mediaModalities)[number];

export const modalityIds = ['chat', ...mediaModalities] as const;
/** What a model generates: the replies of a chat, or media. */
export type ModalityId = (typeof modalityIds)[number];

export type MediaKind = 'image' | 'audio' | 'video';

interface ParameterBase {
  readonly id: string;
  readonly label: string;
  /** Name of the field in the request body. */
  readonly wire: string;
  /** One short sentence for the form. */
  readonly help: string;
}

/**
 * One of a few values; the model's capabilities name them, otherwise `options`, and anything of the right form is
 * accepted.
 */
export interface ChoiceParameter extends ParameterBase {
  readonly kind: 'choice';
  readonly capability?: 'sizes' | 'voices' | 'resolutions';
  readonly options: readonly string[];
  readonly pattern: RegExp;
}

export interface NumberParameter extends ParameterBase {
  readonly kind: 'number';
  readonly capability?: 'duration';
  readonly min: number;
  readonly max: number;
  /** Of the slider; a whole number means that only whole numbers are accepted. */
  readonly step: number;
  readonly unit?: string;
  /** The part of a wide range that the slider covers, unless the model names its own. */
  readonly slide?: { readonly from: number; readonly to: number };
}

export type Parameter = ChoiceParameter | NumberParameter;
export type ParameterValues = Readonly<Record<string, string | number>>;

export interface Modality {
  readonly id: MediaModality;
  readonly label: string;
  readonly mediaKind: MediaKind;
  /** The specification's name of the operation. */
  readonly operation: string;
  /** The label of the text field, and its field in the request body. */
  readonly text: { readonly label: string; readonly wire: string; readonly maxCharacters: number };
  /** The gateway accepts a request without a model or a text, and then chooses them itself. */
  readonly isOptional?: boolean;
  readonly parameters: readonly Parameter[];
}

const seed: NumberParameter = {
  kind: 'number',
  id: 'seed',
  label: 'Seed',
  wire: 'seed',
  help: 'The same seed and prompt give the same result, where the model supports it.',
  min: 0,
  max: Number.MAX_SAFE_INTEGER,
  step: 1,
};

const image: Modality = {
  id: 'image',
  label: 'Image',
  mediaKind: 'image',
  operation: 'images.generations.create',
  text: { label: 'Prompt', wire: 'prompt', maxCharacters: 32_000 },
  parameters: [
    {
      kind: 'choice',
      id: 'size',
      label: 'Size',
      wire: 'size',
      help: 'Width by height, in pixels.',
      capability: 'sizes',
      options: ['1024x1024', '1536x1024', '1024x1536'],
      pattern: /^(\d{1,5}x\d{1,5}|auto)$/,
    },
    {
      kind: 'number',
      id: 'count',
      label: 'Count',
      wire: 'n',
      help: 'How many images; each is charged.',
      min: 1,
      max: 4,
      step: 1,
    },
    {
      kind: 'choice',
      id: 'format',
      label: 'Format',
      wire: 'output_format',
      help: 'The file format.',
      options: ['png', 'webp', 'jpeg'],
      pattern: /^[a-z0-9]{2,8}$/,
    },
    seed,
  ],
};

const speech: Modality = {
  id: 'speech',
  label: 'Speech',
  mediaKind: 'audio',
  operation: 'audio.speech.create',
  text: { label: 'Text', wire: 'input', maxCharacters: 200_000 },
  parameters: [
    {
      kind: 'choice',
      id: 'voice',
      label: 'Voice',
      wire: 'voice',
      help: 'The voice that speaks.',
      capability: 'voices',
      options: [],
      pattern: /^\S.{0,99}$/,
    },
    {
      kind: 'number',
      id: 'speed',
      label: 'Speed',
      wire: 'speed',
      help: '1 is normal speed.',
      unit: '×',
      min: 0.25,
      max: 4,
      step: 0.05,
    },
    {
      kind: 'choice',
      id: 'format',
      label: 'Format',
      wire: 'response_format',
      help: 'The file format.',
      options: ['mp3', 'wav', 'opus'],
      pattern: /^[a-z0-9]{2,8}$/,
    },
  ],
};

const video: Modality = {
  id: 'video',
  label: 'Video',
  mediaKind: 'video',
  operation: 'videos.generations.create',
  text: { label: 'Prompt', wire: 'prompt', maxCharacters: 32_000 },
  isOptional: true,
  parameters: [
    {
      kind: 'number',
      id: 'duration',
      label: 'Duration',
      wire: 'duration',
      help: 'Each second is charged.',
      capability: 'duration',
      // The interface takes any number of seconds; what a model takes, it names itself.
      min: 0.1,
      max: 3_600,
      step: 0.5,
      slide: { from: 1, to: 60 },
      unit: 's',
    },
    {
      kind: 'choice',
      id: 'resolution',
      label: 'Resolution',
      wire: 'resolution',
      help: 'Height of the video in lines.',
      capability: 'resolutions',
      options: ['480p', '720p', '1080p'],
      pattern: /^\d{2,5}p$/,
    },
    seed,
  ],
};

/** In place of a model: the request names none, and the gateway chooses. */
export const GATEWAY_CHOICE = '';

/** A model's id as it is shown. */
export const modelText = (model: string): string => (model === GATEWAY_CHOICE ? 'Gateway’s choice' : model);

export const modalities: Readonly<Record<MediaModality, Modality>> = { image, speech, video };
/** Of the kind that takes the longest text; each kind has its own limit. */
export const longestPrompt = Math.max(...[image, speech, video].map(({ text }) => text.maxCharacters));

/** Where results of each kind go, below the folder that is set. */
export const resultFolders: Readonly<Record<MediaModality, string>> = {
  image: 'images',
  speech: 'speech',
  video: 'videos',
};

/** The model's capabilities narrow a choice; where it states none, the general options apply. */
export function choicesOf(parameter: ChoiceParameter, capabilities: Capabilities | null): readonly string[] {
  const named = parameter.capability && capabilities?.[parameter.capability];
  return named && named.length > 0 ? named : parameter.options;
}

/** The bounds that the model names, within those of the app. */
export function rangeOf(
  parameter: NumberParameter,
  capabilities: Capabilities | null,
): { min: number; max: number } {
  const named = parameter.capability && capabilities?.[parameter.capability];
  const min = Math.max(parameter.min, named?.min ?? parameter.min);
  const max = Math.min(parameter.max, named?.max ?? parameter.max);
  return min <= max ? { min, max } : { min: parameter.min, max: parameter.max };
}

/** The part of the range that a slider covers: all that the model names, else the usual part. */
export function slideOf(
  parameter: NumberParameter,
  capabilities: Capabilities | null,
): { slideFrom: number; slideTo: number } {
  const { min, max } = rangeOf(parameter, capabilities);
  const isNamed = parameter.capability !== undefined && capabilities?.[parameter.capability] !== undefined;
  const { from, to } = (!isNamed && parameter.slide) || { from: min, to: max };
  return { slideFrom: from, slideTo: to };
}
