import type { DialectShapes } from './shape';

export const xai: DialectShapes = {
  id: 'xai',
  base: '/v1',
  routes: {
    'POST /v1/videos/generations': { body: { request_id: 'req-1' } },
    'GET /v1/videos/req-1': [
      { status: 202, body: '' },
      { status: 202, body: { status: 'pending' } },
      { body: { status: 'done', video: { url: 'https://cdn.example/v.mp4', duration: 4 }, model: 'm' } },
    ],
  },
  video: {
    sent: { model: 'm', prompt: 'p', duration: 4, resolution: '720p' },
    ...{ id: 'req-1', cost: null, file: 'https://cdn.example/v.mp4' },
  },
};
