import { openai } from './openai';
import type { DialectShapes } from './shape';

const path = (route: string) => route.replace(' /v1/', ' /openai/v1/');

/** The same shapes under Azure's path. */
export const azure: DialectShapes = {
  ...openai,
  id: 'azure',
  base: '/openai/v1',
  routes: Object.fromEntries(Object.entries(openai.routes).map(([route, answer]) => [path(route), answer])),
  video: {
    ...openai.video,
    sent: openai.video?.sent ?? {},
    id: 'video_1',
    cost: null,
    file: '/openai/v1/videos/video_1/content',
  },
};
