/** `models.list` and `models.retrieve`: free, and never rate limited. */
import { fieldOfRecord } from '../../../shared/models';
import type { Dialect } from '../dialects/dialect';
import { recogniseDialect } from '../dialects/dialects';
import { readJson, unreadable } from '../http/body';
import type { ClientContext, Reply } from '../http/call';
import { failInside } from '../http/fail-inside';
import { fillPath, type GatewayPaths } from '../http/paths';
import { openCall } from '../http/transport';
import { GatewayError } from '../parse/error';
import { isRecord, type JsonRecord, numberOrNull, textOrNull } from '../parse/json';
import { readCredits } from '../parse/metadata';
import type { GatewayClient, ModelRecord } from '../types';

export function createModels(context: ClientContext, paths: GatewayPaths): GatewayClient['models'] {
  return {
    async list(options) {
      const reply = await openCall(context, { method: 'get', path: paths.models, costs: false, options });
      const body = await readReply(reply);
      const models = findList(body)?.flatMap((raw) => readModel(raw, context.dialect));
      if (models === undefined) throw reply.fail(unreadable(reply, JSON.stringify(body)));
      const gateway = recogniseDialect(reply.headers, body);
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
  return new GatewayError({ errorCode: 'invalid_request', message: 'This is no model id.', param: 'id' });
}

/** `{ data: […] }`, `{ models: […] }`, or the list itself. */
function findList(body: unknown): readonly unknown[] | undefined {
  const candidates = isRecord(body) ? [body.data, body.models] : [body];
  return candidates.find((candidate) => Array.isArray(candidate));
}

/** One record, or none where there is no id to ask for. Some gateways list bare ids. */
function readModel(raw: unknown, dialect: Dialect): ModelRecord[] {
  const given: JsonRecord = typeof raw === 'string' ? { id: raw } : isRecord(raw) ? raw : {};
  const record = dialect.readModel(given);
  const id = textOrNull(record.id);
  if (id === null) return [];
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
