import type { DialectShapes } from './shape';

export const vllm: DialectShapes = {
  id: 'vllm',
  base: '/v1',
  routes: {
    'GET /v1/models': {
      body: {
        object: 'list',
        data: [{ id: 'a/chat', object: 'model', owned_by: 'vllm', root: 'a/chat', max_model_len: 4_096 }],
      },
    },
  },
  models: [{ id: 'a/chat', capabilities: { input: [], output: [], contextWindow: 4_096 } }],
};
