import type { DialectShapes } from './shape';

const models = {
  object: 'list',
  data: [{ id: 'gpt-x', object: 'model', created: 1_700_000_000, owned_by: 'system' }],
};
const choice = { index: 0, finish_reason: 'stop' };

export const openai: DialectShapes = {
  id: 'openai',
  base: '/v1',
  routes: {
    'GET /v1/models': { body: models },
    'POST /v1/chat/completions': [
      { body: { choices: [{ ...choice, message: { role: 'assistant', content: 'Hi' } }], usage: {} } },
      { body: [{ choices: [{ ...choice, delta: { content: 'Hi' } }] }, '[DONE]'] },
    ],
    'POST /v1/videos': { body: { id: 'video_1', object: 'video', status: 'queued', progress: 0 } },
    'GET /v1/videos/video_1': [
      { body: { id: 'video_1', object: 'video', status: 'in_progress', progress: 33 } },
      { body: { id: 'video_1', object: 'video', status: 'completed', progress: 100 } },
    ],
    'GET /v1/videos/video_1/content': { body: 'film' },
  },
  models: [{ id: 'gpt-x', ownedBy: 'system', capabilities: null, pricing: null }],
  chat: { text: 'Hi', cost: null },
  stream: { text: 'Hi', cost: null },
  video: {
    sent: { model: 'm', prompt: 'p', seconds: '4', size: '1280x720' },
    ...{ id: 'video_1', cost: null, file: '/v1/videos/video_1/content' },
  },
  isOutOfCredits: {
    status: 429,
    body: {
      error: {
        message: 'You exceeded your current quota.',
        type: 'insufficient_quota',
        code: 'insufficient_quota',
      },
    },
  },
};
