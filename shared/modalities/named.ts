/** Numbers that several kinds of media have. */
import type { NumberParameter } from './modality';

export const seed: NumberParameter = {
  kind: 'number',
  id: 'seed',
  label: 'Seed',
  wire: 'seed',
  help: 'The same seed and prompt give the same result, where the model supports it.',
  min: 0,
  max: Number.MAX_SAFE_INTEGER,
  step: 1,
};

// Settings that most models refuse: a form shows them where the model or the person says that they are taken.

export const strength: NumberParameter = {
  kind: 'number',
  id: 'strength',
  label: 'Strength',
  wire: 'strength',
  help: 'How much of the image to edit may change: 0 keeps it, 1 makes a new one. Sent only with that image.',
  capability: 'strength',
  min: 0,
  max: 1,
  step: 0.05,
  isNamed: true,
  onlyWith: 'image',
  isAlsoExtra: true,
};

export const guidance: NumberParameter = {
  kind: 'number',
  id: 'guidance',
  label: 'Guidance',
  wire: 'guidance_scale',
  help: 'How closely the result follows the prompt: lower is freer, higher is stricter.',
  capability: 'guidance',
  min: 0,
  max: 100,
  step: 0.1,
  slide: { from: 0, to: 20 },
  isNamed: true,
  isAlsoExtra: true,
};

export const frameRate: NumberParameter = {
  kind: 'number',
  id: 'frameRate',
  label: 'Frame rate',
  wire: 'fps',
  help: 'Frames for each second of the video.',
  capability: 'frameRate',
  min: 1,
  max: 240,
  step: 1,
  slide: { from: 1, to: 60 },
  unit: 'fps',
  isNamed: true,
  isAlsoExtra: true,
};
