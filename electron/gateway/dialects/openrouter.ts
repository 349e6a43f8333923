import { readUsageCost } from '../parse/cost';
import { isRecord, type JsonRecord, numberOrNull } from '../parse/json';
import type { Dialect } from './dialect';
import { plain } from './plain';

/** OpenRouter: dollars; pictures and videos at paths of its own. */
export const openrouter: Dialect = {
  ...plain,
  id: 'openrouter',
  hosts: ['openrouter.ai'],
  paths: {
    ...{ model: '/model/{id}', images: '/images' },
    ...{ videos: '/videos', job: '/videos/{id}', jobs: '/videos' },
  },
  // Left out, only models for text are listed.
  modelsQuery: { output_modalities: 'all' },
  readCost: (body) => readUsageCost(body, 'USD'),
  balance: { path: '/key', read: readKey },
  // Its default is raw samples, which no player can tell from noise.
  toBody: (operation, body) => (operation === 'speech' ? { response_format: 'mp3', ...body } : body),
};

function readKey({ data }: JsonRecord) {
  if (!isRecord(data)) return null;
  const { limit_remaining, usage } = data;
  return { remaining: numberOrNull(limit_remaining), used: numberOrNull(usage), currency: 'USD' } as const;
}
