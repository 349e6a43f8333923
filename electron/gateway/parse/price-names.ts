/** Under which names lists of models keep the prices of kinds of tokens. */
import type { TokenKind } from '../../../shared/money/token-usage';
import { type JsonRecord, priceOrNull } from './json';

/**
 * Prices of kinds of tokens that cost something else than the others of their side, under the names of each
 * list.
 */
export type Names<Kind extends string> = Readonly<Partial<Record<Kind, readonly string[]>>>;
export type OwnKind = Exclude<TokenKind, 'input' | 'output'>;

/** In a `pricing` of credits. */
export const creditNames: Names<OwnKind> = {
  cached: ['cached_input', 'cache_read', 'input_cache_read'],
  cacheWrite: ['cache_write', 'input_cache_write'],
  cacheWriteHour: ['cache_write_1h', 'input_cache_write_1h'],
  inputAudio: ['input_audio', 'audio'],
  inputImage: ['input_image', 'image_token'],
  reasoning: ['reasoning', 'internal_reasoning'],
  outputAudio: ['output_audio', 'audio_output'],
  outputImage: ['output_image', 'image_output'],
};
export const pieceNames = {
  request: ['per_request', 'request'],
  image: ['per_image', 'image'],
  search: ['per_search', 'web_search'],
} as const;

/** openrouter.ai/docs/client-sdks/typescript/models/pricing; vercel.com/docs/ai-gateway has the first two. */
export const routerNames: Names<OwnKind> = {
  cached: ['input_cache_read'],
  cacheWrite: ['input_cache_write'],
  inputAudio: ['audio', 'input_audio'],
  inputImage: ['image_token'],
  reasoning: ['internal_reasoning'],
  outputAudio: ['audio_output', 'output_audio'],
  outputImage: ['image_output'],
};

/** Of LiteLLM's `model_info` (docs.litellm.ai/docs/proxy/custom_pricing, its list `model_prices_and_context_window.json`). */
export const liteNames: Names<OwnKind> = {
  cached: ['cache_read_input_token_cost'],
  cacheWrite: ['cache_creation_input_token_cost'],
  cacheWriteHour: ['cache_creation_input_token_cost_above_1hr'],
  inputAudio: ['input_cost_per_audio_token'],
  inputImage: ['input_cost_per_image_token'],
  reasoning: ['output_cost_per_reasoning_token'],
  outputAudio: ['output_cost_per_audio_token'],
  outputImage: ['output_cost_per_image_token'],
};

/** Of Requesty's records and of lists such as DeepInfra's. */
export const plainNames: Names<OwnKind> = {
  cached: ['cached_price', 'cache_read_price', 'cached_input', 'cache_read_tokens'],
  cacheWrite: ['caching_price', 'cache_write_price', 'cache_write'],
};

/** @returns what is found, in the numbers of the record; `null` for none */
export function readKinds<Kind extends string>(
  record: JsonRecord,
  names: Names<Kind>,
  read: (value: unknown) => number | null = priceOrNull,
): Readonly<Partial<Record<Kind, number>>> | null {
  const found = Object.entries<readonly string[] | undefined>(names).flatMap(([kind, list = []]) => {
    const price = list.map((name) => read(record[name])).find((one) => one !== null);
    return price === undefined || price === null ? [] : [[kind, price]];
  });
  return found.length === 0 ? null : Object.fromEntries(found);
}
