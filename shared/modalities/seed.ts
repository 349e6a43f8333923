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
