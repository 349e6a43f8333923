import type { DialectShapes } from './shape';

export const nvidia: DialectShapes = {
  id: 'nvidia',
  base: '/v1',
  routes: {
    'GET /v1/models': {
      body: { object: 'list', data: [{ id: 'meta/llama', object: 'model', owned_by: 'meta' }] },
    },
    'POST /v1/chat/completions': [
      { body: { choices: [{ index: 0, message: { content: 'Hi' }, finish_reason: 'stop' }] } },
      { body: [{ choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: 'stop' }] }, '[DONE]'] },
    ],
  },
  chat: { text: 'Hi', cost: null },
  stream: { text: 'Hi', cost: null },
  models: [{ id: 'meta/llama', ownedBy: 'meta', capabilities: null }],
};
