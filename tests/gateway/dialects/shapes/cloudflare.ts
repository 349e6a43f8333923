import type { DialectShapes } from './shape';

export const cloudflare: DialectShapes = {
  id: 'cloudflare',
  base: '/v1/account/gateway/compat',
  routes: {
    'GET /v1/account/gateway/compat/models': {
      status: 405,
      body: { success: false, errors: [{ code: 7_001, message: 'Method not allowed' }] },
    },
    'POST /v1/account/gateway/compat/chat/completions': [
      { body: { choices: [{ index: 0, message: { content: 'Hi' }, finish_reason: 'stop' }] } },
      { body: [{ choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: 'stop' }] }, '[DONE]'] },
    ],
  },
  chat: { text: 'Hi', cost: null },
  stream: { text: 'Hi', cost: null },
};
