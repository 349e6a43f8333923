import type { Modality } from './modality';
import { instructions } from './texts';

export const speech: Modality = {
  id: 'speech',
  label: 'Speech',
  mediaKind: 'audio',
  operation: 'audio.speech.create',
  codeOperation: 'speech',
  resultFolder: 'speech',
  remoteWords: /speech|audio|voice|\btts\b|\.(?:mp3|wav|ogg|flac|m4a)\b/i,
  sendLabel: 'Generate',
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
      options: ['mp3', 'wav', 'opus', 'flac', 'aac', 'pcm'],
      pattern: /^[a-z0-9]{2,8}$/,
    },
    instructions,
  ],
};
