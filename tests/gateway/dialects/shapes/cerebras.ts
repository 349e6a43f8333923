import type { DialectShapes } from './shape';

export const cerebras: DialectShapes = {
  id: 'cerebras',
  base: '/v1',
  routes: {
    'GET /v1/models': {
      body: { object: 'list', data: [{ id: 'llama', object: 'model', owned_by: 'Meta' }] },
    },
    'POST /v1/chat/completions': [
      { body: { choices: [{ index: 0, message: { content: 'Hi' }, finish_reason: 'stop' }] } },
      { body: [{ choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: 'stop' }] }, '[DONE]'] },
    ],
  },
  chat: { text: 'Hi', cost: null },
  stream: { text: 'Hi', cost: null },
  models: [{ id: 'llama', ownedBy: 'Meta', capabilities: null }],
  isOutOfCredits: {
    status: 402,
    body: {
      message: 'Payment required to access this resource.',
      type: 'payment_required_error',
      param: 'quota',
      code: 'payment_required',
    },
  },
};
