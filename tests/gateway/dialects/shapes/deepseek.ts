import type { DialectShapes } from './shape';

export const deepseek: DialectShapes = {
  id: 'deepseek',
  base: '/v1',
  routes: {
    'GET /v1/models': {
      body: { object: 'list', data: [{ id: 'deepseek-chat', object: 'model', owned_by: 'deepseek' }] },
    },
    'GET /user/balance': {
      body: {
        is_available: true,
        balance_infos: [
          { currency: 'CNY', total_balance: '3.00', granted_balance: '0.00', topped_up_balance: '3.00' },
          { currency: 'USD', total_balance: '7.50', granted_balance: '0.00', topped_up_balance: '7.50' },
        ],
      },
    },
    'POST /v1/chat/completions': [
      {
        body: {
          choices: [{ index: 0, message: { content: 'Hi', reasoning_content: 'Hm' }, finish_reason: 'stop' }],
          usage: { prompt_tokens: 9, completion_tokens: 1, prompt_cache_hit_tokens: 8 },
        },
      },
      { body: [{ choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: 'stop' }] }, '[DONE]'] },
    ],
  },
  chat: { text: 'Hi', cost: null },
  stream: { text: 'Hi', cost: null },
  models: [{ id: 'deepseek-chat', ownedBy: 'deepseek', capabilities: null }],
  balance: { remaining: 7.5, used: null, currency: 'USD' },
  isOutOfCredits: {
    status: 402,
    body: {
      error: {
        message: 'Insufficient Balance',
        type: 'unknown_error',
        param: null,
        code: 'invalid_request_error',
      },
    },
  },
};
