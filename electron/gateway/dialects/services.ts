/** Services with OpenAI's interface for chats, which differ in a field or two. */
import type { GatewayPaths } from '../http/paths';
import { isRecord, type JsonRecord, numberOrNull } from '../parse/json';
import type { Dialect } from './dialect';
import { toWidthAndHeight } from './media-requests';
import { plain } from './plain';
import { sizeOfVideo, toSecondsAndSize } from './video-sizes';

/** Videos as OpenAI has them: the job is the video, and its file is asked for by its id. */
export const openaiVideoPaths: Partial<GatewayPaths> = {
  videos: '/videos',
  job: '/videos/{id}',
  jobs: '/videos',
  jobContent: '/videos/{id}/content',
};

export const openai: Dialect = {
  ...plain,
  id: 'openai',
  unit: 'usd',
  hosts: ['api.openai.com'],
  paths: openaiVideoPaths,
  toBody(operation, body) {
    if (operation === 'chat') return withNewLimit(body);
    return operation === 'videos' ? toSecondsAndSize(body) : body;
  },
};

/** Every chat model takes the newer name, and those that reason refuse the older one. */
function withNewLimit(body: JsonRecord): JsonRecord {
  const { max_tokens: most, ...rest } = body;
  return most === undefined || 'max_completion_tokens' in rest
    ? body
    : { ...rest, max_completion_tokens: most };
}

/** Azure's address with `/openai/v1`: the same, with the names of deployments for models. */
export const azure: Dialect = { ...openai, id: 'azure', hosts: ['openai.azure.com'] };

const usd = { ...plain, unit: 'usd' } as const;

/** Its list of models reads only `x-api-key`, and wants a version (docs.anthropic.com/en/api/versioning). */
export const anthropic: Dialect = {
  ...usd,
  id: 'anthropic',
  hosts: ['api.anthropic.com'],
  keyHeader: 'x-api-key',
  fixedHeaders: { 'anthropic-version': '2023-06-01' },
};

/** Errors are lists, and a limit of the rate calls itself a quota: both are read by their form. */
export const gemini: Dialect = {
  ...usd,
  id: 'gemini',
  hosts: ['generativelanguage.googleapis.com'],
  paths: openaiVideoPaths,
};

export const groq: Dialect = { ...usd, id: 'groq', hosts: ['api.groq.com'] };

export const deepseek: Dialect = {
  ...usd,
  id: 'deepseek',
  hosts: ['api.deepseek.com'],
  balance: { path: '~/user/balance', read: readBalanceInfos },
};

/** One entry for each currency; only dollars are counted here (api-docs.deepseek.com/api/get-user-balance). */
function readBalanceInfos({ balance_infos }: JsonRecord) {
  const all = Array.isArray(balance_infos) ? balance_infos.filter(isRecord) : [];
  const dollars = all.find(({ currency }) => currency === 'USD');
  if (dollars === undefined) return null;
  return { remaining: numberOrNull(dollars.total_balance), used: null, currency: 'USD' } as const;
}

export const mistral: Dialect = { ...usd, id: 'mistral', hosts: ['api.mistral.ai'] };

export const moonshot: Dialect = { ...usd, id: 'moonshot', hosts: ['api.moonshot.ai', 'api.moonshot.cn'] };

export const cerebras: Dialect = { ...usd, id: 'cerebras', hosts: ['api.cerebras.ai'] };

/** Has no list of models; its prices are in dollars, with the total of a call in its usage. */
export const perplexity: Dialect = {
  ...usd,
  id: 'perplexity',
  hosts: ['api.perplexity.ai'],
  readCost: (body, headers) => {
    const cost = plain.readCost(body, headers);
    return cost === null ? null : { ...cost, currency: 'USD' };
  },
};

/** Lists models at its own interface, by name and in pages (docs.cohere.com/reference/list-models). */
export const cohere: Dialect = {
  ...usd,
  id: 'cohere',
  hosts: ['api.cohere.ai', 'api.cohere.com'],
  paths: { models: '~/v1/models', model: '~/v1/models/{id}' },
};

export const nvidia: Dialect = { ...usd, id: 'nvidia', hosts: ['integrate.api.nvidia.com'] };

export const pollinations: Dialect = {
  ...plain,
  id: 'pollinations',
  hosts: ['gen.pollinations.ai', 'text.pollinations.ai'],
};

/** A relay that people run themselves; its answers carry a header of its own (docs.newapi.pro). */
export const newapi: Dialect = {
  ...usd,
  id: 'newapi',
  signs: (headers) => ['x-oneapi-request-id', 'x-new-api-version'].some((name) => headers.has(name)),
  paths: { videos: '/video/generations', job: '/video/generations/{id}' },
  toBody: (operation, body) => (operation === 'videos' ? withWidthAndHeight(body) : body),
};

/** `720p` as two numbers, and as the size that its adapters read (QuantumNous/new-api, relay/common/relay_info.go). */
function withWidthAndHeight(body: JsonRecord): JsonRecord {
  const { size, rest } = sizeOfVideo(body);
  return { ...(size !== null && { size, ...toWidthAndHeight({ size }) }), ...rest };
}

/** Videos at another version, asked for by a query (docs.aimlapi.com/api-references/video-models). */
export const aimlapi: Dialect = {
  ...usd,
  id: 'aimlapi',
  hosts: ['api.aimlapi.com'],
  paths: { videos: '~/v2/video/generations', job: '~/v2/video/generations?generation_id={id}' },
};

/** Videos come as a task of another path (docs.bigmodel.cn, docs.z.ai). */
export const zhipu: Dialect = {
  ...usd,
  id: 'zhipu',
  hosts: ['api.z.ai', 'open.bigmodel.cn'],
  paths: { job: '/async-result/{id}' },
  toBody: (operation, body) => (operation === 'videos' ? withFrameSize(body) : body),
  // 1113: the account has nothing left; it comes as 429, like 1302 to 1305, which are limits of the rate.
  readRefusal: (refusal) => (refusal.errorCode === '1113' ? { ...refusal, isOutOfCredits: true } : refusal),
};

/** `720p` as `1280x720`. */
function withFrameSize(body: JsonRecord): JsonRecord {
  const { size, rest } = sizeOfVideo(body);
  return { ...(size !== null && { size }), ...rest };
}
