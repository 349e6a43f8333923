import type { DialectShapes } from './shape';

/** Models as a bare list, by name (its APIDOCS). */
export const pollinations: DialectShapes = {
  id: 'pollinations',
  base: '/v1',
  routes: {
    'GET /v1/models': {
      body: [
        { name: 'openai', output_modalities: ['text'], input_modalities: ['text', 'image'] },
        { name: 'flux', output_modalities: ['image'], input_modalities: ['text'] },
      ],
    },
  },
  models: [
    { id: 'openai', capabilities: { input: ['text', 'image'], output: ['text'] } },
    { id: 'flux', capabilities: { input: ['text'], output: ['image'] } },
  ],
};
