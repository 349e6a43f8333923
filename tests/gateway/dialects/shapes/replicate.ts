import type { DialectShapes } from './shape';

const urls = {
  get: 'https://api.replicate.com/v1/predictions/p1',
  cancel: 'https://api.replicate.com/v1/predictions/p1/cancel',
};

/** A prediction for each request (replicate.com/docs/reference/http). */
export const replicate: DialectShapes = {
  id: 'replicate',
  base: '/v1',
  routes: {
    'GET /v1/models': {
      body: {
        next: 'https://api.replicate.com/v1/models?cursor=c2',
        previous: null,
        results: [{ owner: 'a', name: 'painter', latest_version: { id: 'v1' } }],
      },
    },
    'GET /v1/models?cursor=c2': { body: { next: null, results: [{ owner: 'b', name: 'filmer' }] } },
    'POST /v1/models/m/predictions': {
      status: 201,
      body: {
        id: 'p1',
        model: 'm',
        input: { prompt: 'p' },
        status: 'starting',
        output: null,
        error: null,
        urls,
      },
    },
    'GET /v1/predictions/p1': [
      { body: { id: 'p1', status: 'processing', output: null, urls } },
      {
        body: {
          id: 'p1',
          status: 'succeeded',
          input: { prompt: 'p', image: 'https://mine.example/start.png' },
          output: 'https://cdn.example/v.mp4',
          metrics: { predict_time: 4 },
          urls,
        },
      },
    ],
  },
  models: [
    { id: 'a/painter', capabilities: null },
    { id: 'b/filmer', capabilities: null },
  ],
  video: {
    sent: { input: { prompt: 'p', duration: 4, resolution: '720p' } },
    id: 'p1',
    cost: null,
    file: 'https://cdn.example/v.mp4',
  },
};
