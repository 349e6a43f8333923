import { AudioLines } from 'lucide-react';
import type { PageModality } from './page-modality';

export const speech: PageModality = {
  icon: AudioLines,
  placeholder: 'Type the text to speak…',
  extraExample: '{ "pitch": 2 }',
  isPicture: false,
  isList: true,
  isByLength: true,
  examples: [
    { text: 'Welcome to the gatehouse. Every credit that passes here is counted.', parameters: {} },
    { text: 'The quick brown fox jumps over the lazy dog.', parameters: { speed: 1.25 } },
    {
      text: 'Slowly, the river finds its way. It does not hurry, and yet everything is accomplished.',
      parameters: { speed: 0.8 },
    },
  ],
};
