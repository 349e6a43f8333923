/** Every model that makes images, speech or videos, with its price. */
import { z } from 'zod';
import type { ImageStyle, PixelSize } from './formats';
import { type PictureBounds, usualBounds } from './picture-bounds';

// Models that make a picture from pictures, with their prices.

/** How the pixels of the result come about. */
export type EditKind = 'retouch' | 'relight' | 'extend' | 'upscale' | 'cutout' | 'collage';

export interface EditModel {
  readonly kind: 'edit';
  readonly id: string;
  readonly description: string;
  readonly edit: EditKind;
  /** Whole microcredits for one picture that is made. */
  readonly micros: number;
  /** Whole microcredits for each picture that is given: image, mask and references alike. */
  readonly microsPerInput: number;
  /** What it does without being asked in words, as the catalogue names it. */
  readonly tasks?: readonly string[];
  /** What it takes, as the catalogue names it; it needs the first. */
  readonly inputs: readonly string[];
  readonly pictures: PictureBounds;
  /** It takes how much of the picture may change. */
  readonly takesStrength?: true;
}

const edit = (kind: EditKind, credits: number, description: string, inputs: readonly string[] = ['image']) =>
  ({
    kind: 'edit',
    id: `sandbox/${kind}`,
    description,
    edit: kind,
    micros: credits * 1_000_000,
    microsPerInput: 500_000,
    inputs,
    pictures: usualBounds,
  }) as const;

export const editModels: readonly EditModel[] = [
  {
    ...edit(
      'retouch',
      3,
      'Paints the scene of the prompt into a picture: only where the mask is transparent, to the pixel.',
      ['image', 'mask'],
    ),
    pictures: { ...usualBounds, maxSide: 4_096 },
    takesStrength: true,
  },
  {
    ...edit('relight', 2, 'Gives a picture the light of the hour that the prompt names.'),
    pictures: { ...usualBounds, maxSide: 2_048 },
    takesStrength: true,
  },
  edit('extend', 3, 'Continues a picture by a quarter on each side; what was there stays as it is.'),
  { ...edit('upscale', 2, 'Doubles the width and height of a picture.'), tasks: ['upscale'] },
  {
    ...edit(
      'cutout',
      1,
      'Removes the background of a picture: what looks like its edges becomes transparent.',
    ),
    tasks: ['remove_background'],
  },
  edit('collage', 3, 'Joins up to eight reference pictures in the scene of the prompt.', ['reference']),
];

export interface ImageModel {
  readonly kind: 'image';
  readonly id: string;
  readonly description: string;
  readonly style: ImageStyle;
  /** Whole microcredits for one image, by size; the keys are the supported sizes. */
  readonly microsBySize: Readonly<Record<string, number>>;
}

export interface SpeechModel {
  readonly kind: 'speech';
  readonly id: string;
  readonly description: string;
  /** Whole microcredits for one character of the input. */
  readonly microsPerCharacter: number;
}

type VideoInputName = 'first_frame' | 'last_frame' | 'video';

export interface VideoModel {
  readonly kind: 'video';
  readonly id: string;
  readonly description: string;
  /** Whole microcredits for one second, by resolution; the keys are the supported resolutions. */
  readonly microsByResolution: Readonly<Record<string, number>>;
  /** For each frame or video that is given. */
  readonly microsPerInput: number;
  /** What it takes, as the catalogue names it. */
  readonly inputs: readonly VideoInputName[];
  /** How the model can be made to fail; absent in one that can't. */
  readonly parameters?: typeof failParameters;
}

export type MediaModel = EditModel | ImageModel | SpeechModel | VideoModel;

export const DEFAULT_SIZE = '1024x1024';
export const DEFAULT_RESOLUTION = '720p';
export const DURATION = { min: 1, max: 10, default: 4 } as const;
export const SPEED = { min: 0.25, max: 4 } as const;
export const FRAME_RATE = { min: 6, max: 60, default: 24 } as const;
export const STRENGTH = { min: 0, max: 1 } as const;
export const MAX_IMAGES = 4;
export const MAX_INPUT_CHARACTERS = 4000;

const resolutions: Readonly<Record<string, PixelSize>> = {
  '480p': { width: 854, height: 480 },
  '720p': { width: 1280, height: 720 },
  '1080p': { width: 1920, height: 1080 },
};

/** Of videos; the first is the shape of one that names no other. */
export const aspectRatios = ['16:9', '9:16', '1:1', '4:3', '3:4', '21:9'] as const;

/** The size of a video: the lines of its resolution are those of its shorter side. */
export function videoSize(resolution: string, ratio: string = aspectRatios[0]): PixelSize | undefined {
  const wide = resolutions[resolution];
  if (wide === undefined || ratio === aspectRatios[0]) return wide;
  const [across = 1, down = 1] = ratio.split(':').map(Number);
  // Encoders take even sides only.
  const longer = Math.round((wide.height * Math.max(across, down)) / Math.min(across, down) / 2) * 2;
  return across >= down ? { width: longer, height: wide.height } : { width: wide.height, height: longer };
}

/** The ways the failing model can fail. */
const failures = ['late', 'early', 'timeout', 'unknown_state'] as const;
export type Failure = (typeof failures)[number];

const failParameters = z.looseObject({
  fail: z.enum(failures).nullish(),
  /** Seconds until it fails, or for which the unknown state lasts. */
  fail_after: z.number().min(0).max(600).nullish(),
});

export const imageModels: readonly ImageModel[] = [
  {
    kind: 'image',
    id: 'sandbox/aurora',
    description:
      'Landscapes of gradients and light: the words of the prompt choose place, hour, weather and colors.',
    style: 'aurora',
    microsBySize: bySize(4),
  },
  {
    kind: 'image',
    id: 'sandbox/isometric',
    description: 'Small worlds of cubes, seen from above.',
    style: 'isometric',
    microsBySize: bySize(4),
  },
  {
    kind: 'image',
    id: 'sandbox/poster',
    description: 'Typographic posters: the prompt in large letters below a geometric composition.',
    style: 'poster',
    microsBySize: bySize(2),
  },
];

export const speechModels: readonly SpeechModel[] = [
  {
    kind: 'speech',
    id: 'sandbox/narrator',
    description: 'Reads English texts aloud in eight voices.',
    microsPerCharacter: 1500,
  },
];

const microsPerInput = 500_000;
const frameInputs = ['first_frame', 'last_frame'] as const;
const microsByResolution = { '480p': 1_000_000, '720p': 2_000_000, '1080p': 4_000_000 };

export const videoModels: readonly VideoModel[] = [
  {
    kind: 'video',
    id: 'sandbox/kinograph',
    description:
      'Shows the scene of the prompt as a video, or moves from a given first frame to a last one: light, water, ' +
      'weather, a gliding camera. Silent.',
    microsByResolution,
    microsPerInput,
    inputs: frameInputs,
  },
  {
    kind: 'video',
    id: 'sandbox/relight-video',
    description:
      'Gives a video the light of the hour that the prompt names, frame by frame. Reads WebM of VP8 key frames, as ' +
      'the videos of the Sandbox are. Silent.',
    microsByResolution,
    microsPerInput,
    inputs: ['video'],
  },
  {
    kind: 'video',
    id: 'sandbox/kinograph-flaky',
    description:
      'Fails as "fail" says: "late" (near the end), "early", "timeout", "unknown_state" (a strange status for a ' +
      'while, then completes); after "fail_after" seconds. Failed videos cost nothing.',
    microsByResolution,
    microsPerInput,
    inputs: frameInputs,
    parameters: failParameters,
  },
];

export const mediaModels: readonly MediaModel[] = [
  ...imageModels,
  ...editModels,
  ...speechModels,
  ...videoModels,
];

/** More expensive the more is painted. */
function bySize(credits: number): Readonly<Record<string, number>> {
  return {
    '512x512': (credits * 1_000_000) / 2,
    '1024x1024': credits * 1_000_000,
    '1024x1536': credits * 1_500_000,
    '1536x1024': credits * 1_500_000,
  };
}

/** `WxH` in pixels. */
export function parseSize(size: string): PixelSize {
  const [width, height] = size.split('x').map(Number);
  return { width: width ?? 0, height: height ?? 0 };
}

interface VideoSize {
  readonly resolution: string;
  readonly duration: number;
  /** How many frames or videos are given. */
  readonly frames: number;
}

/** Whole microcredits of a video; fractions are rounded down. */
export function costOfVideo(model: VideoModel, { resolution, duration, frames }: VideoSize): number {
  const { microsByResolution, microsPerInput } = model;
  return Math.floor((microsByResolution[resolution] ?? 0) * duration) + microsPerInput * frames;
}
