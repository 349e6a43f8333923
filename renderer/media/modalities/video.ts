import { Clapperboard } from 'lucide-react';
import type { PageModality } from './page-modality';

export const video: PageModality = {
  icon: Clapperboard,
  placeholder: 'Describe the video…',
  extraExample: '{ "fps": 24 }',
  isPicture: true,
  isList: false,
  isByLength: false,
  examples: [
    { text: 'A paper boat crossing a rainy street', parameters: { duration: 3, resolution: '480p' } },
    { text: 'Timelapse of a city at dusk', parameters: { duration: 5, resolution: '720p' } },
    { text: 'Neon koi swimming through clouds', parameters: { duration: 4, resolution: '480p' } },
  ],
};
