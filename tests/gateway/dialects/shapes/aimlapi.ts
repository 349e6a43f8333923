import type { DialectShapes } from './shape';

/** A video is asked for by a query (docs.aimlapi.com). */
export const aimlapi: DialectShapes = {
  id: 'aimlapi',
  base: '/v1',
  routes: {
    'GET /v1/models': {
      body: { object: 'list', data: [{ id: 'a', type: 'chat-completion', info: { contextLength: 8_192 } }] },
    },
    'POST /v2/video/generations': { body: { id: 'a1', status: 'queued' } },
    'GET /v2/video/generations?generation_id=a1': [
      { body: { id: 'a1', status: 'generating' } },
      { body: { id: 'a1', status: 'completed', video: { url: 'https://cdn.example/v.mp4' } } },
    ],
  },
  models: [{ id: 'a', capabilities: { input: [], output: ['text'] } }],
  video: {
    sent: { model: 'm', prompt: 'p', duration: 4, resolution: '720p' },
    id: 'a1',
    cost: null,
    file: 'https://cdn.example/v.mp4',
  },
};
