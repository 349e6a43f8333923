import { type DialectShapes, usd } from './shape';

const reply = { id: 'gen-1', object: 'chat.completion', model: 'a/chat' };

export const openrouter: DialectShapes = {
  id: 'openrouter',
  base: '/api/v1',
  routes: {
    'GET /api/v1/models?output_modalities=all': {
      body: {
        data: [
          {
            ...{ id: 'a/chat', name: 'A: Chat', created: 1_750_000_000, context_length: 128_000 },
            architecture: {
              input_modalities: ['text', 'image'],
              output_modalities: ['text'],
              tokenizer: 'Other',
            },
            pricing: { prompt: '0.0000004', completion: '0.0000016', image: '0', request: '0' },
            top_provider: { context_length: 128_000, max_completion_tokens: 16_384, is_moderated: false },
            supported_parameters: ['seed', 'temperature'],
          },
          {
            ...{ id: 'a/voice', name: 'A: Voice', created: 1_750_000_000, context_length: null },
            architecture: { input_modalities: ['text'], output_modalities: ['speech'] },
            pricing: { prompt: '-1', completion: '-1' },
            supported_voices: ['ann', 'ben'],
          },
        ],
      },
    },
    'GET /api/v1/key': {
      body: { data: { label: 'sk-or-…', usage: 1.25, limit: 10, limit_remaining: 8.75 } },
    },
    'POST /api/v1/chat/completions': [
      {
        body: {
          ...reply,
          choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
          usage: { prompt_tokens: 9, completion_tokens: 1, cost: 4e-7 },
        },
      },
      {
        body: [
          ': OPENROUTER PROCESSING\n\n',
          {
            ...reply,
            choices: [{ index: 0, delta: { content: 'Hi', reasoning: 'Hm' }, finish_reason: null }],
          },
          ': OPENROUTER PROCESSING\n\n',
          { ...reply, choices: [{ index: 0, delta: { content: '' }, finish_reason: 'stop' }] },
          { ...reply, choices: [], usage: { prompt_tokens: 9, completion_tokens: 1, cost: 4e-7 } },
          '[DONE]',
        ],
      },
    ],
    'POST /api/v1/images': {
      body: {
        created: 1,
        data: [{ b64_json: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ', media_type: 'image/png' }],
        usage: { cost: 0.04 },
      },
    },
    'POST /api/v1/videos': {
      status: 202,
      body: { id: 'vid-1', polling_url: '/api/v1/videos/vid-1', status: 'pending' },
    },
    'GET /api/v1/videos/vid-1': [
      { body: { id: 'vid-1', status: 'in_progress' } },
      {
        body: {
          ...{ id: 'vid-1', status: 'completed', usage: { cost: 0.5 } },
          unsigned_urls: ['/api/v1/videos/vid-1/content?index=0'],
        },
      },
    ],
    'GET /api/v1/videos/vid-1/content?index=0': { body: 'film' },
  },
  models: [
    {
      id: 'a/chat',
      capabilities: {
        ...{ input: ['text', 'image'], output: ['text'], contextWindow: 128_000, maxOutput: 16_384 },
        parameters: ['seed', 'temperature'],
      },
      dollarPrices: { inputPerMillion: 0.4, outputPerMillion: 1.6, perImage: 0, perRequest: 0 },
      pricing: null,
    },
    {
      id: 'a/voice',
      capabilities: { input: ['text'], output: ['audio'], voices: ['ann', 'ben'] },
      pricing: null,
    },
  ],
  chat: { text: 'Hi', cost: usd(4e-7) },
  stream: { text: 'Hi', cost: usd(4e-7) },
  image: { sent: { model: 'm', prompt: 'p', size: '1024x1024' }, cost: usd(0.04) },
  video: {
    sent: { model: 'm', prompt: 'p', duration: 4, resolution: '720p' },
    ...{ id: 'vid-1', cost: usd(0.5), file: '/api/v1/videos/vid-1/content?index=0' },
  },
  balance: { remaining: 8.75, used: 1.25, currency: 'USD' },
  isOutOfCredits: {
    status: 402,
    body: { error: { code: 402, message: 'Add credits.', metadata: { error_type: 'payment_required' } } },
  },
};
