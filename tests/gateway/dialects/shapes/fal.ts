import type { DialectShapes } from './shape';

/** An answer names where its job is asked for; the result stands at a third address (docs.fal.ai/model-apis). */
export const fal: DialectShapes = {
  id: 'fal',
  base: '',
  routes: {
    'POST /m': {
      body: {
        status: 'IN_QUEUE',
        request_id: 'f-1',
        response_url: '/m/requests/f-1',
        status_url: '/m/requests/f-1/status',
        cancel_url: '/m/requests/f-1/cancel',
        queue_position: 0,
      },
    },
    'GET /m/requests/f-1/status': [
      { status: 202, body: { status: 'IN_PROGRESS', request_id: 'f-1', response_url: '/m/requests/f-1' } },
      { body: { status: 'COMPLETED', request_id: 'f-1', response_url: '/m/requests/f-1' } },
    ],
    'GET /m/requests/f-1': {
      body: {
        video: { url: 'https://cdn.example/v.mp4', content_type: 'video/mp4', file_name: 'v.mp4' },
        seed: 7,
      },
    },
  },
  video: {
    sent: { prompt: 'p', duration: '4', resolution: '720p' },
    id: 'f-1',
    cost: null,
    file: 'https://cdn.example/v.mp4',
  },
};
