import type { DialectShapes } from './shape';

export const localai: DialectShapes = {
  id: 'localai',
  base: '/v1',
  routes: {
    'GET /v1/models': { body: { object: 'list', data: [{ id: 'a', object: 'model' }] } },
    'POST /video': { body: { created: 1, id: '', data: [{ url: '/generated-videos/v.mp4' }] } },
    'GET /generated-videos/v.mp4': { body: 'film' },
  },
  models: [{ id: 'a', capabilities: null }],
  video: {
    sent: { model: 'm', prompt: 'p', seconds: '4', size: '1280x720', width: 1280, height: 720 },
    ...{ id: '', cost: null, file: '/generated-videos/v.mp4' },
  },
};
