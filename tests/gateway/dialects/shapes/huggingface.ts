import type { DialectShapes } from './shape';

export const huggingface: DialectShapes = {
  id: 'huggingface',
  base: '/v1',
  routes: {
    'GET /v1/models': {
      body: {
        object: 'list',
        data: [
          {
            ...{ id: 'a/chat', object: 'model', owned_by: 'a' },
            architecture: { input_modalities: ['text'], output_modalities: ['text'] },
            providers: [
              { provider: 'fast', context_length: 131_072, pricing: { input: 2, output: 4 } },
              { provider: 'cheap', context_length: 65_536, pricing: { input: 0.1, output: 0.3 } },
            ],
          },
        ],
      },
    },
  },
  models: [
    {
      id: 'a/chat',
      capabilities: { input: ['text'], output: ['text'], contextWindow: 131_072 },
      dollarPrices: { inputPerMillion: 0.1, outputPerMillion: 0.3 },
    },
  ],
};
