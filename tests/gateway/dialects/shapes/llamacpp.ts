import type { DialectShapes } from './shape';

export const llamacpp: DialectShapes = {
  id: 'llamacpp',
  base: '/v1',
  routes: {
    'GET /v1/models': {
      body: {
        models: [{ name: '/srv/models/a b.gguf', type: 'model' }],
        object: 'list',
        data: [
          {
            id: '/srv/models/a b.gguf',
            object: 'model',
            created: 1,
            owned_by: 'llamacpp',
            meta: { n_ctx_train: 131_072 },
          },
        ],
      },
    },
    'POST /v1/chat/completions': [
      {
        body: {
          choices: [{ index: 0, message: { content: 'Hi', reasoning_content: 'Hm' }, finish_reason: 'stop' }],
        },
      },
      {
        body: [
          ':\n\n',
          { choices: [{ index: 0, delta: { reasoning_content: 'Hm' }, finish_reason: null }] },
          { choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: 'stop' }] },
          '[DONE]',
        ],
      },
    ],
  },
  models: [{ id: '/srv/models/a b.gguf', capabilities: { input: [], output: [], contextWindow: 131_072 } }],
  chat: { text: 'Hi', cost: null },
  stream: { text: 'Hi', cost: null },
};
