import { type DialectShapes, usd } from './shape';

export const together: DialectShapes = {
  id: 'together',
  base: '/v1',
  routes: {
    'GET /v1/models': {
      body: [
        {
          id: 'a/chat',
          type: 'chat',
          context_length: 32_768,
          pricing: { input: 0.2, output: 0.6, base: 0, hourly: 0 },
        },
        { id: 'a/painter', type: 'image' },
      ],
    },
    'POST /v1/images/generations': { body: { data: [{ index: 0, url: 'https://cdn.example/a.png' }] } },
    'POST /v2/videos': { body: { id: 'tv1', status: 'in_progress' } },
    'GET /v2/videos/tv1': [
      { body: { id: 'tv1', status: 'in_progress' } },
      {
        body: {
          id: 'tv1',
          status: 'completed',
          outputs: { cost: 0.3, video_url: 'https://cdn.example/v.mp4' },
        },
      },
    ],
  },
  models: [
    // Numbers without a unit: per million is likely, and not certain enough to show.
    { id: 'a/chat', capabilities: { input: [], output: ['text'], contextWindow: 32_768 }, pricing: null },
    { id: 'a/painter', capabilities: { input: ['text'], output: ['image'] } },
  ],
  image: { sent: { model: 'm', prompt: 'p', width: 1024, height: 1024 }, cost: null },
  video: {
    sent: { model: 'm', prompt: 'p', seconds: '4', resolution: '720p' },
    ...{ id: 'tv1', cost: usd(0.3, 'outputs.cost'), file: 'https://cdn.example/v.mp4' },
  },
};
