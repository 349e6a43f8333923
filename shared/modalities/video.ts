import { type Modality, seed } from './modality';
import { frameRate, guidance } from './named';
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
      help: 'Height of the video in lines.',
      capability: 'resolutions',
      options: ['480p', '720p', '1080p'],
      pattern: /^\d{2,5}p$/,
    },
    frameRate,
    seed,
    guidance,
    negativePrompt,
    style,
  ],
};
