import { type DialectShapes, usd } from './shape';

const headers = { 'x-litellm-response-cost': '0.000031', 'x-litellm-version': '1.80.0' };

export const litellm: DialectShapes = {
  id: 'litellm',
  base: '/v1',
  routes: {
    'GET /v1/models': {
      headers: { 'x-litellm-version': '1.80.0' },
      body: {
        object: 'list',
        data: ['team-chat', 'team-painter', 'unpriced'].map((id) => ({
          id,
          object: 'model',
          owned_by: 'openai',
        })),
      },
    },
    'GET /v1/model/info': {
      body: {
        data: [
          {
            model_name: 'team-chat',
            model_info: {
              ...{ mode: 'chat', max_input_tokens: 8_192, max_output_tokens: 2_048 },
              ...{ input_cost_per_token: 3e-6, output_cost_per_token: 0.000015 },
            },
          },
          { model_name: 'team-chat', model_info: { mode: 'chat', input_cost_per_token: 9e-6 } },
          { model_name: 'team-painter', model_info: { mode: 'image_generation' } },
        ],
      },
    },
    'GET /key/info': { body: { key: 'hashed', info: { spend: 2.5, max_budget: 10 } } },
    'POST /v1/chat/completions': [
      {
        headers,
        body: { choices: [{ index: 0, message: { content: 'Hi' }, finish_reason: 'stop' }], usage: {} },
      },
      {
        body: [
          { choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: 'stop' }] },
          { choices: [], usage: { prompt_tokens: 1, completion_tokens: 1, cost: 0.000031 } },
          '[DONE]',
        ],
      },
    ],
    'POST /v1/videos': { headers, body: { id: 'video_1', object: 'video', status: 'queued', progress: 0 } },
    'GET /v1/videos/video_1': [
      { body: { id: 'video_1', object: 'video', status: 'in_progress', progress: 1 } },
      { body: { id: 'video_1', object: 'video', status: 'completed', progress: 100 } },
    ],
    'GET /v1/videos/video_1/content': { body: 'film' },
  },
  models: [
    {
      id: 'team-chat',
      capabilities: { input: [], output: ['text'], contextWindow: 8_192, maxOutput: 2_048 },
      dollarPrices: { inputPerMillion: 3, outputPerMillion: 15 },
    },
    { id: 'team-painter', capabilities: { input: ['text'], output: ['image'] } },
    { id: 'unpriced', capabilities: null, pricing: null },
  ],
  chat: { text: 'Hi', cost: usd(0.000031, 'x-litellm-response-cost') },
  stream: { text: 'Hi', cost: usd(0.000031) },
  video: {
    sent: { model: 'm', prompt: 'p', seconds: '4', size: '1280x720' },
    ...{ id: 'video_1', cost: null, file: '/v1/videos/video_1/content' },
  },
  balance: { remaining: 7.5, used: 2.5, currency: 'USD' },
  isOutOfCredits: {
    status: 400,
    body: {
      error: { message: 'Budget has been exceeded!', type: 'budget_exceeded', param: 'None', code: '400' },
    },
  },
};
