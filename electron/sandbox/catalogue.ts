/** Model records, as the catalogue shows them. */
import { type BenchModel, benchModels, benchPricing } from './bench/traits';
import { type ItemizedModel, itemizedModels, itemizedRecord } from './itemized/prices';
import type { MediaModel } from './media/models';
import { mediaModels } from './media/models';
import { mediaRecord } from './media/records';
import type { ChatModel } from './models/model';
import { pricingRecord } from './pricing';
import type { Services } from './services';

/** 1 January 2026, in seconds since the epoch. */
const CREATED = 1_767_225_600;

/** The list of models. */
export function modelRecords({ chatModels, listsBench }: Services): Record<string, unknown>[] {
  const bench = listsBench ? benchModels.map(benchRecord) : [];
  const itemized = itemizedModels.map(itemizedModelRecord);
  // A form starts with the first model that makes its kind: those that make nothing else come before chats that do too.
  return [...chatModels.map(chatRecord), ...mediaModels.map(mediaModelRecord), ...itemized, ...bench];
}

/** One model, listed or not. */
export const recordOf = (services: Services, id: string): Record<string, unknown> | undefined =>
  modelRecords({ ...services, listsBench: true }).find((record) => record.id === id);

function benchRecord({ id, description }: BenchModel): Record<string, unknown> {
  return {
    id,
    object: 'model',
    created: CREATED,
    owned_by: 'sandbox',
    description,
    supported_parameters: [
      'tools',
      'tool_choice',
      'stop',
      'max_tokens',
      'seed',
      'response_format',
      'logprobs',
    ],
    prompt_caching: true,
    gatehouse: {
      pricing: pricingRecord(benchPricing),
      capabilities: {
        modalities: { input: ['text', 'image', 'file', 'audio'], output: ['text', 'audio'] },
        streaming: true,
        context_window: 131_072,
        max_output: 16_384,
      },
    },
  };
}

const itemizedModelRecord = ({ id, description }: ItemizedModel): Record<string, unknown> => ({
  id,
  object: 'model',
  created: CREATED,
  owned_by: 'sandbox',
  description,
  supported_parameters: itemizedParameters,
  gatehouse: itemizedRecord,
});

const itemizedParameters = [
  ...['max_tokens', 'tools', 'tool_choice', 'logprobs', 'top_logprobs', 'modalities'],
  ...['reasoning_effort', 'enable_thinking', 'thinking_budget', 'cache_control'],
];

function chatRecord(model: ChatModel): Record<string, unknown> {
  return {
    id: model.id,
    object: 'model',
    created: CREATED,
    owned_by: 'sandbox',
    description: model.description,
    gatehouse: {
      pricing: pricingRecord(model.pricing),
      capabilities: {
        modalities: { input: ['text', ...(model.takes ?? [])], output: ['text'] },
        streaming: true,
        context_window: model.contextWindow,
        max_output: model.maxOutput,
      },
    },
  };
}

function mediaModelRecord(model: MediaModel): Record<string, unknown> {
  return {
    id: model.id,
    object: 'model',
    created: CREATED,
    owned_by: 'sandbox',
    description: model.description,
    gatehouse: mediaRecord(model),
  };
}
