import type { DialectShapes } from './shape';

export const lmstudio: DialectShapes = {
  id: 'lmstudio',
  base: '/v1',
  routes: {
    'GET /v1/models': {
      body: {
        object: 'list',
        data: [
          { id: 'seeing', object: 'model' },
          { id: 'other', object: 'model' },
        ],
      },
    },
    'GET /api/v1/models': {
      body: {
        models: [{ key: 'seeing', type: 'llm', max_context_length: 32_768, capabilities: { vision: true } }],
      },
    },
  },
  models: [
    { id: 'seeing', capabilities: { input: ['text', 'image'], output: ['text'], contextWindow: 32_768 } },
    { id: 'other', capabilities: null },
  ],
};
