import { costOf, readUsageCost } from '../parse/cost';
import { amountOrNull, isRecord, type JsonRecord, numberOrNull, textOrNull } from '../parse/json';
import type { Dialect } from './dialect';
import { plain } from './plain';

/** OpenRouter: dollars; pictures and videos at paths of its own. */
export const openrouter: Dialect = {
  ...plain,
  id: 'openrouter',
  hosts: ['openrouter.ai'],
  paths: {
    model: '/model/{id}',
    images: '/images',
    videos: '/videos',
    job: '/videos/{id}',
    jobs: '/videos',
  },
  // Left out, only models for text are listed.
  modelsQuery: { output_modalities: 'all' },
  unit: 'usd',
  readCost: (body) => readUsageCost(body, 'USD'),
  balance: { path: '/key', read: readKey },
  generation: {
    path: '/generation',
    idOf: (body, headers) => textOrNull(headers.get('x-generation-id')) ?? generationOf(body),
    readCost: ({ data }) => (isRecord(data) ? costOf(data.total_cost, 'USD', 'generation') : null),
  },
  // Its default is raw samples, which no player can tell from noise.
  toBody: (operation, body) => (operation === 'speech' ? { response_format: 'mp3', ...body } : body),
};

function readKey({ data }: JsonRecord) {
  if (!isRecord(data)) return null;
  const { limit_remaining, usage } = data;
  return { remaining: numberOrNull(limit_remaining), used: amountOrNull(usage), currency: 'USD' } as const;
}

/** A chat's id is that of its generation; other ids are not asked for. */
function generationOf(body: unknown): string | null {
  const id = isRecord(body) ? textOrNull(body.id) : null;
  return id?.startsWith('gen-') ? id : null;
}
