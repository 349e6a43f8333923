import type { DialectShapes } from './shape';

export const moonshot: DialectShapes = {
  id: 'moonshot',
  base: '/v1',
  routes: {
    'GET /v1/models': {
      body: { object: 'list', data: [{ id: 'kimi', object: 'model', owned_by: 'moonshot' }] },
    },
    'POST /v1/chat/completions': [
      { body: { choices: [{ index: 0, message: { content: 'Hi' }, finish_reason: 'stop' }] } },
      {
        body: [
          {
            choices: [
              {
                index: 0,
                delta: { content: 'Hi' },
                finish_reason: 'stop',
                usage: { prompt_tokens: 9, completion_tokens: 1, cached_tokens: 4 },
              },
            ],
          },
          '[DONE]',
        ],
      },
    ],
  },
  chat: { text: 'Hi', cost: null },
  stream: { text: 'Hi', cost: null },
  models: [{ id: 'kimi', ownedBy: 'moonshot', capabilities: null }],
  isOutOfCredits: {
    status: 429,
    body: { error: { message: 'Your account is not active.', type: 'exceeded_current_quota_error' } },
  },
};
