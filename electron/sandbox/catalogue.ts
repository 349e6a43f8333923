/** Model records, as the catalogue shows them. */
import type { MediaModel } from './media/models';
import { mediaModels } from './media/models';
import { mediaRecord } from './media/records';
import type { ChatModel } from './models/model';
import { pricingRecord } from './pricing';
import type { Services } from './services';

/** 1 January 2026, in seconds since the epoch. */
const CREATED = 1_767_225_600;

/** Every model of the gateway, of every modality. */
export function modelRecords({ chatModels }: Services): Record<string, unknown>[] {
  return [...chatModels.map(chatRecord), ...mediaModels.map(mediaModelRecord)];
}

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
