import { Image } from 'lucide-react';
import type { PageModality } from './page-modality';

export const image: PageModality = {
  icon: Image,
  placeholder: 'Describe the image…',
  extraExample: '{ "background": "transparent" }',
  isPicture: true,
  isList: false,
  isByLength: false,
  examples: [
    { text: 'A paper boat crossing a rainy street at dusk', parameters: { size: '1024x1024' } },
    { text: 'Northern lights over a quiet harbour', parameters: { size: '1536x1024', seed: 7 } },
    { text: 'An isometric reading room with tall windows', parameters: { count: 2 } },
    { text: 'EVERY CREDIT ACCOUNTED FOR', parameters: { size: '1024x1536' } },
  ],
};
