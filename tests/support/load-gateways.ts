/** Gateways for checks that answer otherwise once several ask, and those that only seem so. */
import { base, type CheckGateway, type Json } from './check-gateways';

const steady = [2, 1] as const;
const counted = (body: Json, factor: number): Json => {
  const usage = body.usage as { prompt_tokens: number } & Json;
  return { ...body, usage: { ...usage, prompt_tokens: Math.round(usage.prompt_tokens * factor) } };
};

export const loadGateways: readonly CheckGateway[] = [
  base('swaps under load', 'odd', {
    kind: 'liar',
    models: ['gpt-4o'],
    waitsMs: steady,
    underLoad: (atOnce) => (atOnce > 2 ? { answers: (body) => ({ ...body, model: 'gpt-4o-mini' }) } : {}),
    broken: ['speed4', 'speed8'],
  }),
  base('swaps under load, silently', 'odd', {
    waitsMs: steady,
    underLoad: (atOnce) => (atOnce > 2 ? { answers: (body) => counted(body, 1.6) } : {}),
    broken: ['speed4', 'speed8'],
  }),
  base('throttles silently', 'odd', {
    waitsMs: steady,
    underLoad: (atOnce) => (atOnce > 2 ? { waitsMs: [2, 25] } : {}),
  }),
  base('names its build', 'honest', {
    models: ['gpt-4o'],
    waitsMs: steady,
    underLoad: (atOnce) => ({
      answers: (body) => ({ ...body, model: atOnce > 2 ? 'gpt-4o-2024-11-20' : 'gpt-4o-2024-08-06' }),
    }),
  }),
  base('names another under load and alone', 'odd', {
    models: ['gpt-4o'],
    waitsMs: steady,
    answers: (body) => ({ ...body, model: 'gpt-4o-mini' }),
  }),
  base('steady under load', 'honest', { waitsMs: steady }),
];
