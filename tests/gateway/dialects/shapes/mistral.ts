import type { DialectShapes } from './shape';

export const mistral: DialectShapes = {
  id: 'mistral',
  base: '/v1',
  routes: {
    'GET /v1/models': {
      body: {
        object: 'list',
        data: [
          {
            id: 'magistral',
            object: 'model',
            owned_by: 'mistralai',
            max_context_length: 40_000,
            capabilities: { completion_chat: true },
          },
        ],
      },
    },
    'POST /v1/chat/completions': [
      {
        body: {
          choices: [
            {
              index: 0,
              message: {
                content: [
                  { type: 'thinking', thinking: [{ type: 'text', text: 'Hm' }] },
                  { type: 'text', text: 'Hi' },
                ],
              },
              finish_reason: 'stop',
            },
          ],
        },
      },
      { body: [{ choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: 'stop' }] }, '[DONE]'] },
    ],
  },
  chat: { text: 'Hi', cost: null },
  stream: { text: 'Hi', cost: null },
  models: [{ id: 'magistral', capabilities: { input: [], output: [], contextWindow: 40_000 } }],
};
