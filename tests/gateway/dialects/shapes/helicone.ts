import type { DialectShapes } from './shape';

const picture = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ';

export const helicone: DialectShapes = {
  id: 'helicone',
  base: '/v1',
  routes: {
    'GET /v1/models': { body: { object: 'list', data: [{ id: 'a', object: 'model', owned_by: 'x' }] } },
    'POST /v1/chat/completions': {
      body: {
        choices: [
          { message: { content: 'Here', images: [{ image_url: { url: picture } }] }, finish_reason: 'stop' },
        ],
      },
    },
  },
  models: [{ id: 'a', capabilities: null, pricing: null }],
  image: {
    sent: { model: 'm', messages: [{ role: 'user', content: 'p' }], modalities: ['text', 'image'] },
    cost: null,
  },
  isOutOfCredits: {
    status: 429,
    body: { error: { type: 'request_failed', code: 429, message: 'Request failed.' } },
  },
};
