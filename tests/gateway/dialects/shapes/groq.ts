import type { DialectShapes } from './shape';

export const groq: DialectShapes = {
  id: 'groq',
  base: '/openai/v1',
  routes: {
    'GET /openai/v1/models': {
      body: {
        object: 'list',
        data: [
          {
            id: 'llama',
            object: 'model',
            owned_by: 'Meta',
            context_window: 131_072,
            max_completion_tokens: 32_768,
          },
        ],
      },
    },
    'POST /openai/v1/chat/completions': [
      { body: { choices: [{ index: 0, message: { content: 'Hi' }, finish_reason: 'stop' }] } },
      {
        body: [
          {
            choices: [{ index: 0, delta: { content: 'Hi', reasoning: 'Hm' }, finish_reason: 'stop' }],
            x_groq: { id: 'req', usage: { prompt_tokens: 1, completion_tokens: 1 } },
          },
          '[DONE]',
        ],
      },
    ],
  },
  chat: { text: 'Hi', cost: null },
  stream: { text: 'Hi', cost: null },
  models: [{ id: 'llama', capabilities: { input: [], output: [], contextWindow: 131_072 } }],
};
