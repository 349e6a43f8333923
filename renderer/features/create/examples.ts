import type { MediaModality, ParameterValues } from '../../../shared/modalities';

export interface Example {
  readonly text: string;
  readonly parameters: ParameterValues;
}

/** Things to try with any model of the kind; what it does not offer is left out when they are sent. */
export const examples: Readonly<Record<MediaModality, readonly Example[]>> = {
  image: [
    { text: 'A paper boat crossing a rainy street at dusk', parameters: { size: '1024x1024' } },
    { text: 'Northern lights over a quiet harbour', parameters: { size: '1536x1024', seed: 7 } },
    { text: 'An isometric reading room with tall windows', parameters: { count: 2 } },
    { text: 'EVERY CREDIT ACCOUNTED FOR', parameters: { size: '1024x1536' } },
  ],
  speech: [
    { text: 'Welcome to the gatehouse. Every credit that passes here is counted.', parameters: {} },
    { text: 'The quick brown fox jumps over the lazy dog.', parameters: { speed: 1.25 } },
    {
      text: 'Slowly, the river finds its way. It does not hurry, and yet everything is accomplished.',
      parameters: { speed: 0.8 },
    },
  ],
  video: [
    { text: 'A paper boat crossing a rainy street', parameters: { duration: 3, resolution: '480p' } },
    { text: 'Timelapse of a city at dusk', parameters: { duration: 5, resolution: '720p' } },
    { text: 'Neon koi swimming through clouds', parameters: { duration: 4, resolution: '480p' } },
  ],
};
