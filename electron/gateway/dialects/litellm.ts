import { costOf, readUsageCost } from '../parse/cost';
import { amountOrNull, isRecord, type JsonRecord, textOrNull } from '../parse/json';
import type { Dialect } from './dialect';
import { toSecondsAndSize } from './media-requests';
import { openaiVideoPaths } from './openai';
import { plain } from './plain';

const COST_HEADER = 'x-litellm-response-cost';

/** LiteLLM's proxy: prices and kinds of models in a second list; costs in a header, or in a stream's usage. */
export const litellm: Dialect = {
  ...plain,
  id: 'litellm',
  unit: 'usd',
  signs: (headers) => [...headers.keys()].some((name) => name.startsWith('x-litellm-')),
  paths: openaiVideoPaths,
  readCost: (body, headers) =>
    readUsageCost(body, 'USD') ?? costOf(headers.get(COST_HEADER), 'USD', COST_HEADER),
  balance: { path: '~/key/info', read: readKeyInfo },
  details: {
    path: '~/v1/model/info',
    read: ({ data }) =>
      (Array.isArray(data) ? data : []).filter(isRecord).flatMap((row) => {
        const id = textOrNull(row.model_name);
        return id === null ? [] : [[id, { model_info: row.model_info }] as const];
      }),
  },
  toBody: (operation, body) => (operation === 'videos' ? toSecondsAndSize(body) : body),
};

function readKeyInfo({ info }: JsonRecord) {
  if (!isRecord(info)) return null;
  const used = amountOrNull(info.spend);
  const budget = amountOrNull(info.max_budget);
  const remaining = used === null || budget === null ? null : budget - used;
  return { remaining, used, currency: 'USD' } as const;
}
