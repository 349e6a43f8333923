/**
 * `GET /models` and `GET /models/{id}`, free of credits and never rate limited: the records of the
 * catalogue.
 */
import { type BenchModel, benchModels, benchPricing } from '../bench/traits';
import { embeddingModel, embeddingRecord } from '../embeddings/model';
import { type ItemizedModel, itemizedModels, itemizedRecord } from '../itemized/prices';
import { type MediaModel, mediaModels } from '../media/models';
import { mediaRecord } from '../media/records';
import { modelNotFound } from '../model-use';
import type { ChatModel } from '../models/model';
import { pricingRecord } from '../pricing';
import { balanceFor, jsonReply, metadata } from '../reply';
import type { GatewayContext, Services } from '../services';

export function listModels(context: GatewayContext, services: Services): Response {
  return jsonReply(context, services, { object: 'list', data: modelRecords(services) });
}

/** Ids hold slashes, so the id is all that follows `/models/`. */
export function retrieveModel(context: GatewayContext, services: Services): Response {
  const id = context.req.param('id') ?? '';
  const record = recordOf(services, id);
  if (record === undefined) throw modelNotFound(id);
  const { gatehouse } = metadata(0, balanceFor(context, services));
  // The record's own object and the reply's metadata have the same name: one object holds both.
  const both = { ...(record.gatehouse as object), ...(gatehouse as object) };
  return context.json({ ...record, gatehouse: both });
}

// Model records, as the catalogue shows them.

/** 1 January 2026, in seconds since the epoch. */
const CREATED = 1_767_225_600;

/** The list of models. */
function modelRecords({ chatModels, listsBench }: Services): Record<string, unknown>[] {
  const bench = listsBench ? benchModels.map(benchRecord) : [];
  const itemized = itemizedModels.map(itemizedModelRecord);
  // A form starts with the first model that makes its kind: those that make nothing else come before chats that do too.
  const media = mediaModels.map(mediaModelRecord);
  return [...chatModels.map(chatRecord), ...media, ...itemized, embeddingModelRecord, ...bench];
}

/** One model, listed or not. */
const recordOf = (services: Services, id: string): Record<string, unknown> | undefined =>
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

const embeddingModelRecord: Record<string, unknown> = {
  ...embeddingModel,
  object: 'model',
  created: CREATED,
  owned_by: 'sandbox',
  gatehouse: embeddingRecord,
};

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
    ...(model.writesJson && { supported_parameters: ['max_tokens', 'seed', 'stop', 'structured_outputs'] }),
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
