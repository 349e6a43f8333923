import type { DialectShapes } from './shape';

/** A video is asked for by a POST (docs.siliconflow.com). */
export const siliconflow: DialectShapes = {
  id: 'siliconflow',
  base: '/v1',
  routes: {
    'GET /v1/models': { body: { object: 'list', data: [{ id: 'a/chat', object: 'model', owned_by: '' }] } },
    'POST /v1/images/generations': {
      body: { images: [{ url: 'https://cdn.example/a.png' }], timings: { inference: 0.4 }, seed: 7 },
    },
    'POST /v1/video/submit': { body: { requestId: 'rq-1' } },
    'POST /v1/video/status': [
      { body: { status: 'InProgress', reason: '', results: { videos: [], timings: {}, seed: 0 } } },
      {
        body: {
          status: 'Succeed',
          reason: '',
          results: { videos: [{ url: 'https://cdn.example/v.mp4' }], timings: { inference: 9 }, seed: 7 },
        },
      },
    ],
  },
  models: [{ id: 'a/chat', capabilities: null }],
  image: { sent: { model: 'm', prompt: 'p', image_size: '1024x1024' }, cost: null },
  video: {
    sent: { model: 'm', prompt: 'p', duration: 4, image_size: '1280x720' },
    id: 'rq-1',
    cost: null,
    file: 'https://cdn.example/v.mp4',
  },
};
