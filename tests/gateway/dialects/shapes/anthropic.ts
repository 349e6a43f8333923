import type { DialectShapes } from './shape';

const page = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    type: 'model',
    id: `claude-${from + at}`,
    display_name: `Claude ${from + at}`,
    created_at: '2026-02-19T00:00:00Z',
  }));

/** Models in pages (docs.anthropic.com/en/api/models-list). */
export const anthropic: DialectShapes = {
  id: 'anthropic',
  base: '/v1',
  routes: {
    'GET /v1/models': {
      body: { data: page(0, 20), has_more: true, first_id: 'claude-0', last_id: 'claude-19' },
    },
    'GET /v1/models?after_id=claude-19': {
      body: { data: page(20, 5), has_more: false, first_id: 'claude-20', last_id: 'claude-24' },
    },
    'POST /v1/chat/completions': [
      { body: { choices: [{ index: 0, message: { content: 'Hi' }, finish_reason: 'stop' }] } },
      { body: [{ choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: 'stop' }] }, '[DONE]'] },
    ],
  },
  models: Array.from({ length: 25 }, (_, at) => ({ id: `claude-${at}`, capabilities: null })),
  chat: { text: 'Hi', cost: null },
  stream: { text: 'Hi', cost: null },
  isOutOfCredits: {
    status: 400,
    body: {
      type: 'error',
      error: { type: 'invalid_request_error', message: 'Your credit balance is too low to access this API.' },
    },
  },
};
