import type { DialectShapes } from './shape';

const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ';
const base = '/inference/v1';

/** Images at a path that names the model, as a list of base64 (docs.fireworks.ai). */
export const fireworks: DialectShapes = {
  id: 'fireworks',
  base,
  routes: {
    [`GET ${base}/models`]: {
      body: {
        object: 'list',
        data: [
          {
            id: 'accounts/fireworks/models/chat',
            object: 'model',
            kind: 'HF_BASE_MODEL',
            supports_chat: true,
            context_length: 131_072,
          },
        ],
      },
    },
    [`POST ${base}/workflows/m/text_to_image`]: {
      body: { id: 'i1', base64: [picture], finishReason: 'SUCCESS', seed: 7 },
    },
  },
  models: [
    { id: 'accounts/fireworks/models/chat', capabilities: { input: [], output: [], contextWindow: 131_072 } },
  ],
  image: { sent: { prompt: 'p', aspect_ratio: '1:1' }, cost: null },
};
