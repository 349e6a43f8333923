/** `GET /models` and `GET /models/{id}`: free of credits and never rate limited. */
import { modelRecords, recordOf } from '../catalogue';
import { modelNotFound } from '../errors';
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
