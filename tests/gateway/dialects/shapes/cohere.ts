import type { DialectShapes } from './shape';

const base = '/compatibility/v1';

/** Models by name and in pages, at another interface (docs.cohere.com/reference/list-models). */
export const cohere: DialectShapes = {
  id: 'cohere',
  base,
  routes: {
    'GET /v1/models': {
      body: {
        models: [{ name: 'command-a', endpoints: ['chat'], context_length: 256_000 }],
        next_page_token: 'two',
      },
    },
    'GET /v1/models?page_token=two': { body: { models: [{ name: 'embed-v4', endpoints: ['embed'] }] } },
    [`POST ${base}/chat/completions`]: [
      { body: { choices: [{ index: 0, message: { content: 'Hi' }, finish_reason: 'stop' }] } },
      { body: [{ choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: 'stop' }] }, '[DONE]'] },
    ],
  },
  models: [
    { id: 'command-a', capabilities: { input: [], output: ['text'], contextWindow: 256_000 } },
    { id: 'embed-v4', capabilities: { input: ['text'], output: ['embedding'] } },
  ],
  chat: { text: 'Hi', cost: null },
  stream: { text: 'Hi', cost: null },
};
