import { type DialectShapes, usd } from './shape';

export const requesty: DialectShapes = {
  id: 'requesty',
  base: '/v1',
  routes: {
    'GET /v1/models': {
      body: {
        data: [
          {
            id: 'a',
            input_price: 2.5e-6,
            output_price: 0.00001,
            context_window: 128_000,
            max_output_tokens: 4_096,
          },
        ],
      },
    },
    'POST /v1/chat/completions': [
      {
        body: {
          choices: [{ index: 0, message: { content: 'Hi' }, finish_reason: 'stop' }],
          usage: { cost: 0.0007 },
        },
      },
      {
        body: [
          {
            choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: 'stop' }],
            usage: { cost: 0.0007 },
          },
          '[DONE]',
        ],
      },
    ],
  },
  models: [
    {
      id: 'a',
      capabilities: { input: [], output: [], contextWindow: 128_000, maxOutput: 4_096 },
      dollarPrices: { inputPerMillion: 2.5, outputPerMillion: 10 },
    },
  ],
  chat: { text: 'Hi', cost: usd(0.0007) },
  stream: { text: 'Hi', cost: usd(0.0007) },
};
