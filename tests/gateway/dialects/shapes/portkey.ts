import type { DialectShapes } from './shape';

export const portkey: DialectShapes = {
  id: 'portkey',
  base: '/v1',
  routes: {
    // 246: a success with which a guardrail was not content.
    'POST /v1/chat/completions': [
      {
        status: 246,
        body: {
          choices: [{ index: 0, message: { content: 'Hi' }, finish_reason: 'stop' }],
          hook_results: {},
        },
      },
      { body: [{ choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: 'stop' }] }, '[DONE]'] },
    ],
  },
  chat: { text: 'Hi', cost: null },
  stream: { text: 'Hi', cost: null },
  isOutOfCredits: {
    status: 412,
    body: { status: 'failure', message: 'The budget of this key is exhausted.' },
  },
};
