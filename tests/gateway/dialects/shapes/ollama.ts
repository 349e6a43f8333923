import type { DialectShapes } from './shape';

export const ollama: DialectShapes = {
  id: 'ollama',
  base: '/v1',
  routes: {
    'GET /v1/models': {
      body: {
        object: 'list',
        data: ['seeing:7b', 'plain:3b', 'vectors'].map((id) => ({
          id,
          object: 'model',
          created: 1,
          owned_by: 'library',
        })),
      },
    },
    'GET /api/tags': {
      body: {
        models: [
          { name: 'seeing:7b', model: 'seeing:7b', capabilities: ['completion', 'vision'] },
          { name: 'vectors', model: 'vectors', capabilities: ['embedding'] },
        ],
      },
    },
    'POST /v1/chat/completions': [
      {
        body: { choices: [{ index: 0, message: { content: 'Hi', reasoning: 'Hm' }, finish_reason: 'stop' }] },
      },
      {
        body: [
          { choices: [{ index: 0, delta: { content: '', reasoning: 'Hm' }, finish_reason: null }] },
          { choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: 'stop' }] },
          '[DONE]',
        ],
      },
    ],
  },
  models: [
    { id: 'seeing:7b', capabilities: { input: ['text', 'image'], output: ['text'] } },
    { id: 'plain:3b', capabilities: null },
    { id: 'vectors', capabilities: { input: ['text'], output: ['embedding'] } },
  ],
  chat: { text: 'Hi', cost: null },
  stream: { text: 'Hi', cost: null },
};
