import type { Modality } from './modality';
import { frameRate, guidance, seed } from './named';
import { negativePrompt, style } from './texts';

export const video: Modality = {
  id: 'video',
  label: 'Video',
  mediaKind: 'video',
  operation: 'videos.generations.create',
  codeOperation: 'videos',
  resultFolder: 'videos',
  remoteWords: /video|film|movie|\.(?:webm|mp4|mov)\b/i,
  sendLabel: 'Generate',
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
      help: 'Lines of the shorter side.',
      capability: 'resolutions',
      options: ['480p', '720p', '1080p'],
      pattern: /^\d{2,5}p$/,
    },
    {
      kind: 'choice',
      id: 'aspectRatio',
      label: 'Aspect ratio',
      wire: 'aspect_ratio',
      help: 'Width to height of the video.',
      capability: 'ratios',
      options: ['16:9', '9:16', '1:1', '4:3', '3:4', '21:9'],
      pattern: /^[1-9]\d?:[1-9]\d?$/,
      isAlsoExtra: true,
    },
    frameRate,
    seed,
    guidance,
    negativePrompt,
    style,
  ],
};
