import { type DialectShapes, usd } from './shape';

export const perplexity: DialectShapes = {
  id: 'perplexity',
  base: '',
  routes: {
    'POST /chat/completions': [
      {
        body: {
          choices: [{ index: 0, message: { content: 'Hi' }, finish_reason: 'stop' }],
          citations: ['https://a.example'],
          search_results: [{ title: 'A', url: 'https://a.example' }],
          usage: {
            prompt_tokens: 1,
            completion_tokens: 1,
            cost: { input_tokens_cost: 0.001, request_cost: 0.005, total_cost: 0.006 },
          },
        },
      },
      {
        body: [
          {
            choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: 'stop' }],
            citations: ['https://a.example'],
            usage: { prompt_tokens: 1, completion_tokens: 1, cost: { total_cost: 0.006 } },
          },
          '[DONE]',
        ],
      },
    ],
  },
  chat: { text: 'Hi', cost: usd(0.006, 'usage.cost.total_cost') },
  stream: { text: 'Hi', cost: usd(0.006, 'usage.cost.total_cost') },
};
