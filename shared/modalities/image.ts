import type { Modality } from './modality';
import { guidance, seed, strength } from './named';
import { negativePrompt, style } from './texts';

export const image: Modality = {
  id: 'image',
  label: 'Image',
  mediaKind: 'image',
  operation: 'images.generations.create',
  codeOperation: 'images',
  resultFolder: 'images',
  remoteWords: /image|picture|photo|\.(?:png|jpe?g|webp|gif|avif)\b/i,
  sendLabel: 'Generate',
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
    strength,
    guidance,
    negativePrompt,
    style,
  ],
};
