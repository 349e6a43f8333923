/** Gateways in front of many providers, which publish their own lists of models and prices. */
import { amountOrNull, isRecord, type JsonRecord, numberOrNull, textOrNull } from '../parse/json';
import { costOf, readUsageCost } from '../parse/metadata';
import type { ReportedCost } from '../types/call';
import type { Dialect } from './dialect';
import { toImageChat } from './media-requests';
import { plain } from './plain';
import { openaiVideoPaths } from './services';
import { toSecondsAndSize } from './video-sizes';

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

/** Vercel AI Gateway: pictures come by way of the chat; a reply's cost is in its provider's metadata. */
export const vercel: Dialect = {
  ...plain,
  id: 'vercel',
  hosts: ['ai-gateway.vercel.sh'],
  paths: { images: '/chat/completions' },
  unit: 'usd',
  readCost: (body) => plain.readCost(body, new Headers()) ?? readGatewayCost(body),
  balance: {
    path: '/credits',
    read: ({ balance, total_used }) => ({
      remaining: numberOrNull(balance),
      used: amountOrNull(total_used),
      currency: 'USD',
    }),
  },
  generation: {
    path: '/generation',
    idOf: (body) => (isRecord(body) ? (textOrNull(body.generationId) ?? vercelGenerationOf(body)) : null),
    readCost: (body) => {
      const { total_cost } = isRecord(body.data) ? body.data : body;
      return costOf(total_cost, 'USD', 'generation');
    },
  },
  toBody: (operation, body) => (operation === 'images' ? toImageChat(body) : body),
};

function readGatewayCost(body: unknown): ReportedCost | null {
  const costs = metadataOf(body).map(({ cost }) => costOf(cost, 'USD', 'provider_metadata.gateway.cost'));
  return costs.find((cost) => cost !== null) ?? null;
}

const vercelGenerationOf = (body: JsonRecord): string | null =>
  metadataOf(body)
    .map(({ generationId }) => textOrNull(generationId))
    .find((id) => id !== null) ?? null;

/** What the gateway says of itself in a reply's choices, or in a chunk's. */
function metadataOf(body: unknown): readonly JsonRecord[] {
  const choices = isRecord(body) && Array.isArray(body.choices) ? body.choices.filter(isRecord) : [];
  return choices.flatMap(({ message, delta }) =>
    [message, delta].filter(isRecord).flatMap(({ provider_metadata }) => {
      const gateway = isRecord(provider_metadata) ? provider_metadata.gateway : null;
      return isRecord(gateway) ? [gateway] : [];
    }),
  );
}

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
