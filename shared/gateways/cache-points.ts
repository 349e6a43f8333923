/** Whether cache points go to a model: some gateways refuse fields that they don’t know, others pass them by. */
import type { Model } from '../models/models';
import type { GatewayId } from './ids';

/**
 * Their caches work by themselves, and what they don’t know in a content part may be refused. Anthropic’s compatible
 * endpoint passes cache points by (docs.anthropic.com/en/api/openai-sdk).
 */
const withoutPoints: readonly GatewayId[] = [
  ...(['openai', 'azure', 'anthropic', 'groq', 'mistral', 'cerebras'] as const),
  ...(['perplexity', 'cohere', 'deepseek', 'moonshot'] as const),
];

type ModelFacts = Pick<Model, 'id' | 'capabilities' | 'pricing' | 'dollarPrices'>;

/** By its record: a price of writing to a cache, or the field among its parameters; and the models known by name. */
export function takesCachePoints(
  gateway: GatewayId | null | undefined,
  model: ModelFacts | undefined,
): boolean {
  if (model === undefined || (gateway && withoutPoints.includes(gateway))) return false;
  const { id, capabilities, pricing, dollarPrices } = model;
  const credits = pricing?.unit === 'token' ? pricing.kinds?.cacheWrite : undefined;
  const isPriced = (credits ?? dollarPrices?.kinds?.cacheWrite) !== undefined;
  return isPriced || capabilities?.parameters?.includes('cache_control') === true || /claude/i.test(id);
}
