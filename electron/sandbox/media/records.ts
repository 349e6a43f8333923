/** `pricing` and `capabilities` of the media models, as the catalogue shows them. */
import { toCredits } from '../pricing';
import { audioFormats } from './formats';
import {
  aspectRatios,
  DEFAULT_RESOLUTION,
  DEFAULT_SIZE,
  DURATION,
  type EditModel,
  FRAME_RATE,
  type ImageModel,
  MAX_IMAGES,
  MAX_INPUT_CHARACTERS,
  type MediaModel,
  SPEED,
  type SpeechModel,
  STRENGTH,
  type VideoModel,
} from './models';
import { boundsRecord } from './picture-bounds';
import { voices } from './speech/voices';

export interface MediaRecord {
  readonly pricing: Record<string, unknown>;
  readonly capabilities: Record<string, unknown>;
}

export function mediaRecord(model: MediaModel): MediaRecord {
  switch (model.kind) {
    case 'edit':
      return editRecord(model);
    case 'image':
      return imageRecord(model);
    case 'speech':
      return speechRecord(model);
    case 'video':
      return videoRecord(model);
  }
}

const pricing = (unit: string, perUnit: number, byResolution?: Readonly<Record<string, number>>) => ({
  currency: 'credits',
  unit,
  per_unit: toCredits(perUnit),
  ...(byResolution && {
    by_resolution: Object.fromEntries(
      Object.entries(byResolution).map(([name, micros]) => [name, toCredits(micros)]),
    ),
  }),
});

const modalities = (output: string, input = ['text']) => ({ input, output: [output] });

const withPictures = ['text', 'image'];

function editRecord(model: EditModel): MediaRecord {
  const { micros, microsPerInput, inputs, tasks, pictures, takesStrength } = model;
  return {
    pricing: { ...pricing('image', micros), per_input: toCredits(microsPerInput) },
    capabilities: {
      modalities: modalities('image', withPictures),
      streaming: false,
      inputs,
      required_inputs: inputs.slice(0, 1),
      input_images: boundsRecord(pictures),
      ...(tasks && { tasks }),
      ...(takesStrength && { strength: STRENGTH }),
      count: { min: 1, max: MAX_IMAGES },
      formats: ['png', 'webp', 'jpeg'],
      seed: true,
    },
  };
}

function imageRecord({ microsBySize }: ImageModel): MediaRecord {
  return {
    pricing: pricing('image', microsBySize[DEFAULT_SIZE] ?? 0, microsBySize),
    capabilities: {
      modalities: modalities('image'),
      streaming: false,
      sizes: Object.keys(microsBySize),
      formats: ['png', 'webp', 'jpeg'],
      count: { min: 1, max: MAX_IMAGES },
      seed: true,
    },
  };
}

function speechRecord({ microsPerCharacter }: SpeechModel): MediaRecord {
  return {
    pricing: pricing('character', microsPerCharacter),
    capabilities: {
      modalities: modalities('audio'),
      streaming: false,
      voices: voices.map(({ name }) => name),
      formats: [...audioFormats],
      speed: SPEED,
      max_input_characters: MAX_INPUT_CHARACTERS,
    },
  };
}

function videoRecord({ microsByResolution, microsPerInput, inputs }: VideoModel): MediaRecord {
  const perSecond = pricing('second', microsByResolution[DEFAULT_RESOLUTION] ?? 0, microsByResolution);
  return {
    pricing: { ...perSecond, per_input: toCredits(microsPerInput) },
    capabilities: {
      modalities: modalities('video', inputs.includes('video') ? ['text', 'video'] : withPictures),
      inputs,
      ...(inputs.includes('video') && { required_inputs: ['video'] }),
      streaming: false,
      resolutions: Object.keys(microsByResolution),
      aspect_ratios: aspectRatios,
      duration: { min: DURATION.min, max: DURATION.max },
      frame_rate: { min: FRAME_RATE.min, max: FRAME_RATE.max },
      seed: true,
    },
  };
}
