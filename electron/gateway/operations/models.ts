/** `models.list` and `models.retrieve`: free, and never rate limited. */
import { fillPath } from '../../../shared/fill-path';
import { fieldOfRecord } from '../../../shared/models';
import type { Dialect } from '../dialects/dialect';
import { recognizeDialect } from '../dialects/dialects';
import { readJson, unreadable } from '../http/body';
import type { ClientContext, Reply } from '../http/call';
import { failInside } from '../http/fail-inside';
import type { GatewayPaths } from '../http/paths';
import { openCall } from '../http/transport';
import { GatewayError } from '../parse/error';
import { isRecord, type JsonRecord, numberOrNull, textOrNull } from '../parse/json';
import { readCredits } from '../parse/metadata';
import type { CallOptions } from '../types/call';
import type { GatewayClient, ModelRecord } from '../types/client';

export function createModels(context: ClientContext, paths: GatewayPaths): GatewayClient['models'] {
  return {
    async list(options) {
      const reply = await openCall(context, {
        method: 'get',
        path: paths.models,
        query: context.dialect.modelsQuery,
        costs: false,
        options,
      });
      const body = await readReply(reply);
      const details = await readDetails(context, options);
      const models = findList(body)?.flatMap((raw) => readModel(raw, context.dialect, details));
      if (models === undefined) throw reply.fail(unreadable(reply, JSON.stringify(body)));
      const gateway = recognizeDialect(reply.headers, body);
      return { models, gateway, meta: reply.meta(readCredits(body, reply.headers)) };
    },
    async retrieve(id, options) {
      const path = fillPath(paths.model, id);
      if (path === null) throw badId();
      const reply = await openCall(context, { method: 'get', path, costs: false, options });
      const body = await readReply(reply);
      const [record] = [body, isRecord(body) ? (body.data ?? body.model) : null].flatMap((raw) =>
        readModel(raw, context.dialect),
      );
      if (record === undefined) throw reply.fail(unreadable(reply, JSON.stringify(body)));
      return { ...record, meta: reply.meta(readCredits(body, reply.headers)) };
    },
  };
}

async function readReply(reply: Reply): Promise<unknown> {
  const body = await readJson(reply);
  if (isRecord(body)) failInside(reply, body);
  return body;
}

function badId(): GatewayError {
  return new GatewayError({ errorCode: 'invalid_request', message: 'This is not a model id.', param: 'id' });
}

type Details = ReadonlyMap<string, JsonRecord>;

/** Facts from a second list, where this kind of gateway has one; not every key may read it. */
async function readDetails(context: ClientContext, options?: CallOptions): Promise<Details> {
  const { details } = context.dialect;
  if (details === null) return new Map();
  try {
    const reply = await openCall(context, { method: 'get', path: details.path, costs: false, options });
    const body = await readReply(reply);
    return new Map(isRecord(body) ? details.read(body).toReversed() : []);
  } catch (error) {
    if (options?.signal?.aborted || !(error instanceof GatewayError)) throw error;
    return new Map();
  }
}

/** `{ data: […] }`, `{ models: […] }`, or the list itself. */
function findList(body: unknown): readonly unknown[] | undefined {
  const candidates = isRecord(body) ? [body.data, body.models] : [body];
  return candidates.find((candidate) => Array.isArray(candidate));
}

/** One record, or none where there is no id to ask for. Some gateways list bare ids. */
function readModel(raw: unknown, dialect: Dialect, details: Details = new Map()): ModelRecord[] {
  const given: JsonRecord = typeof raw === 'string' ? { id: raw } : isRecord(raw) ? raw : {};
  const id = textOrNull(given.id);
  if (id === null) return [];
  const record = dialect.readModel({ ...given, ...details.get(id) });
  return [
    {
      id,
      ownedBy: textOrNull(record.owned_by),
      created: numberOrNull(record.created),
      pricing: fieldOfRecord(record, 'pricing'),
      capabilities: fieldOfRecord(record, 'capabilities'),
      raw: typeof raw === 'string' ? raw : record,
    },
  ];
}
