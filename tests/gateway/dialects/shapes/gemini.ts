import type { DialectShapes } from './shape';

const base = '/v1beta/openai';

/** Thinking may stand within the text; errors are lists (ai.google.dev/gemini-api/docs/openai). */
export const gemini: DialectShapes = {
  id: 'gemini',
  base,
  routes: {
    [`GET ${base}/models`]: {
      body: { object: 'list', data: [{ id: 'models/gemini-x', object: 'model', owned_by: 'google' }] },
    },
    [`POST ${base}/chat/completions`]: [
      {
        body: {
          choices: [{ index: 0, message: { content: '<thought>Hm</thought>Hi' }, finish_reason: 'stop' }],
        },
      },
      { body: [{ choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: 'stop' }] }, '[DONE]'] },
    ],
  },
  models: [{ id: 'models/gemini-x', ownedBy: 'google', capabilities: null }],
  chat: { text: 'Hi', cost: null },
  stream: { text: 'Hi', cost: null },
};
