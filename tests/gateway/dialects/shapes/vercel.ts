import { type DialectShapes, usd } from './shape';

const provider_metadata = { gateway: { routing: {}, cost: '0.0000132' } };
const FROM = 'provider_metadata.gateway.cost';
const picture = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ';
const images = [{ type: 'image_url', image_url: { url: picture } }];

export const vercel: DialectShapes = {
  id: 'vercel',
  base: '/v1',
  routes: {
    'GET /v1/models': {
      body: {
        object: 'list',
        data: [
          {
            ...{
              id: 'a/chat',
              type: 'language',
              context_window: 200_000,
              max_tokens: 8_192,
              tags: ['vision'],
            },
            pricing: { input: '0.000003', output: '0.000015' },
          },
          { id: 'a/film', type: 'video' },
        ],
      },
    },
    'GET /v1/credits': { body: { balance: '95.50', total_used: '4.50' } },
    'POST /v1/chat/completions': [
      {
        body: {
          choices: [{ index: 0, message: { content: 'Hi', provider_metadata }, finish_reason: 'stop' }],
        },
      },
      {
        body: [
          { choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: null }] },
          { choices: [{ index: 0, delta: { provider_metadata }, finish_reason: 'stop' }] },
          '[DONE]',
        ],
      },
      {
        body: {
          choices: [{ index: 0, message: { content: '', images, provider_metadata }, finish_reason: 'stop' }],
        },
      },
    ],
  },
  models: [
    {
      id: 'a/chat',
      capabilities: { input: [], output: ['text'], contextWindow: 200_000, maxOutput: 8_192 },
      dollarPrices: { inputPerMillion: 3, outputPerMillion: 15 },
    },
    { id: 'a/film', capabilities: { input: ['text'], output: ['video'] } },
  ],
  chat: { text: 'Hi', cost: usd(0.0000132, FROM) },
  stream: { text: 'Hi', cost: usd(0.0000132, FROM) },
  image: {
    sent: { model: 'm', messages: [{ role: 'user', content: 'p' }], modalities: ['text', 'image'] },
    cost: usd(0.0000132, FROM),
  },
  balance: { remaining: 95.5, used: 4.5, currency: 'USD' },
  isOutOfCredits: {
    status: 402,
    body: {
      error: { message: 'No credits.', type: 'insufficient_funds', param: null },
      generationId: 'gen_1',
    },
  },
};
