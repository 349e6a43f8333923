/** `models.list` and `models.retrieve`: free, and never rate limited. */
import { fillPath } from '../../../shared/gateways/fill-path';
import { fieldOfRecord } from '../../../shared/models/models';
import type { Dialect } from '../dialects/dialect';
import { recognizeDialect } from '../dialects/dialects';
import { readJson, unreadable } from '../http/body';
import type { ClientContext, Reply } from '../http/call';
import type { GatewayPaths } from '../http/paths';
import { failInside } from '../http/reply';
import { openCall } from '../http/transport';
import { GatewayError } from '../parse/error';
import { isRecord, type JsonRecord, numberOrNull, textOrNull } from '../parse/json';
import { readCredits } from '../parse/metadata';
import type { CallOptions } from '../types/call';
import type { GatewayClient, ModelRecord } from '../types/client';

export function createModels(context: ClientContext, paths: GatewayPaths): GatewayClient['models'] {
  return {
    async list(options) {
      const { reply, body } = await readPage(context, paths.models, {}, options);
      const first = findList(body);
      if (first === undefined) throw reply.fail(unreadable(reply, JSON.stringify(body)));
      const { all, unread } = await withNextPages(context, paths.models, { body, list: first }, options);
      const details = await readDetails(context, options);
      const models = named(all).flatMap((raw) => readModel(raw, context.dialect, details));
      const gateway = recognizeDialect(reply.headers, body);
      return { models, gateway, unread, meta: reply.meta(readCredits(body, reply.headers)) };
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

type Query = Readonly<Record<string, string>>;

async function readPage(context: ClientContext, path: string, query: Query, options?: CallOptions) {
  const whole = { ...context.dialect.modelsQuery, ...query };
  const reply = await openCall(context, { method: 'get', path, query: whole, costs: false, options });
  return { reply, body: await readReply(reply) };
}

/** Longer catalogues are unknown; a gateway that always names another page would be asked for ever. */
const MOST_PAGES = 100;

interface Page {
  readonly body: unknown;
  readonly list: readonly unknown[];
}

interface Pages {
  readonly all: readonly unknown[];
  readonly unread: GatewayError | null;
}

/** The list with all that its next pages bring; a page that can't be read ends it, since what came is of use alone. */
async function withNextPages(
  context: ClientContext,
  path: string,
  first: Page,
  options?: CallOptions,
): Promise<Pages> {
  const all = [...first.list];
  const known = new Set(first.list.map(idOf));
  let page = first;
  for (let pages = 1; pages < MOST_PAGES; pages++) {
    const next = await nextPage(context, path, page, known, options);
    if (next === null || next instanceof GatewayError) return { all, unread: next };
    const added = next.list.filter((raw) => !known.has(idOf(raw)));
    for (const raw of added) known.add(idOf(raw));
    all.push(...added);
    page = next;
  }
  return { all, unread: nextQueries(page.body, idOf(page.list.at(-1))).length > 0 ? tooManyPages() : null };
}

/**
 * The page behind this one: the first way of asking for it that brings a model which is not known yet. `null` where
 * there is no more, and the failure where no way was answered with a list.
 */
async function nextPage(
  context: ClientContext,
  path: string,
  { body, list }: Page,
  known: ReadonlySet<unknown>,
  options?: CallOptions,
): Promise<Page | GatewayError | null> {
  const failures: GatewayError[] = [];
  const queries = nextQueries(body, idOf(list.at(-1)));
  for (const query of queries) {
    try {
      const { reply, body: next } = await readPage(context, path, query, options);
      const found = findList(next);
      if (found === undefined) throw reply.fail(unreadable(reply, JSON.stringify(next)));
      if (found.some((raw) => !known.has(idOf(raw)))) return { body: next, list: found };
    } catch (error) {
      if (options?.signal?.aborted || !(error instanceof GatewayError)) throw error;
      failures.push(error);
    }
  }
  return failures.length === queries.length ? (failures[0] ?? null) : null;
}

function tooManyPages(): GatewayError {
  const message = `The gateway lists its models on more than ${MOST_PAGES} pages; the first ${MOST_PAGES} were read.`;
  return new GatewayError({ errorCode: 'result_limit', message });
}

/** How a next page is named, and by what it is asked for: Anthropic's and OpenAI's ids, Google's and Cohere's tokens. */
function nextQueries(body: unknown, lastId: string | null): readonly Query[] {
  if (!isRecord(body)) return [];
  const { has_more, next_page_token, nextPageToken, next, links } = body;
  const token = textOrNull(next_page_token);
  if (token !== null) return [{ page_token: token }];
  const camel = textOrNull(nextPageToken);
  if (camel !== null) return [{ pageToken: camel }];
  const address = textOrNull(next) ?? (isRecord(links) ? textOrNull(links.next) : null);
  if (address !== null) return queryOf(address);
  const after = textOrNull(body.last_id) ?? lastId;
  return has_more === true && after !== null ? [{ after_id: after }, { after }] : numberedPage(body);
}

/** Pages by their numbers, as Cloudflare's `result_info` and others have them. */
function numberedPage(body: JsonRecord): readonly Query[] {
  const { result_info, pagination, meta, paging } = body;
  const info = [result_info, pagination, paging, meta, body].filter(isRecord).find(({ page }) => page) ?? {};
  const page = numberOrNull(info.page ?? info.current_page);
  const size = numberOrNull(info.per_page ?? info.page_size);
  const count = numberOrNull(info.total_count ?? info.total);
  const known = numberOrNull(info.total_pages ?? info.pages);
  const last = known ?? (size !== null && size > 0 && count !== null ? Math.ceil(count / size) : null);
  return page !== null && last !== null && page < last ? [{ page: String(page + 1) }] : [];
}

/** Of a next page's address only the query is taken: the key goes to the list's own. */
function queryOf(address: string): readonly Query[] {
  if (!URL.canParse(address, 'http://list.invalid')) return [];
  const query = Object.fromEntries(new URL(address, 'http://list.invalid').searchParams);
  return Object.keys(query).length > 0 ? [query] : address.includes('/') ? [] : [{ cursor: address }];
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

/** `{ data: […] }`, `{ models: […] }`, another field of such a name, the list itself, or a table by the ids. */
function findList(body: unknown): readonly unknown[] | undefined {
  if (!isRecord(body)) return Array.isArray(body) ? body : undefined;
  const { data, result } = body;
  const inner = [data, result].filter(isRecord).flatMap((one) => [one.data, one.models, one.list, one.items]);
  const called = Object.keys(body).filter((name) => /models$|modelsummaries$/i.test(name));
  const named = called.map((name) => body[name]);
  const candidates = [data, body.models, ...inner, result, body.items, body.results, body.list, ...named];
  const found = [...candidates, body.resources, body.value];
  return found.find((candidate): candidate is unknown[] => Array.isArray(candidate)) ?? findTable(body);
}

/** What tells the record of a model in a table that has no name of its own. */
const MODEL_FIELDS = ['id', 'mode', 'max_tokens', 'context_length', 'context_window', 'pricing', 'owned_by'];

function findTable(body: JsonRecord): readonly unknown[] | undefined {
  const held = [body.models, body.data, body.result].find(isRecord);
  const values = Object.values(held ?? body);
  if (held !== undefined && values.length > 0 && values.every(Array.isArray)) return values.flat();
  const isTable =
    values.length > 0 &&
    values.every((one) => isRecord(one) && (held !== undefined || MODEL_FIELDS.some((name) => name in one)));
  return isTable
    ? Object.entries(held ?? body).map(([id, one]) => ({ id, ...(one as JsonRecord) }))
    : undefined;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Workers AI numbers its models, and calls them by name. */
const isNumbered = ({ id, name }: JsonRecord): boolean =>
  typeof id === 'string' && UUID.test(id) && typeof name === 'string' && name.includes('/');

/** What a request names the model by; some lists have it under another name, or are bare ids. */
function idOf(raw: unknown): string | null {
  if (!isRecord(raw)) return textOrNull(raw);
  const own = isNumbered(raw) ? raw.name : (raw.id ?? ownedName(raw));
  const names = [own, raw.model_id, raw.modelId, raw.model_name, raw.name, raw.model, raw.key, raw.slug];
  return names.map(textOrNull).find((name) => name !== null) ?? null;
}

/** Replicate calls a model by its owner and its name. */
function ownedName({ owner, name }: JsonRecord): string | null {
  const [whose, what] = [textOrNull(owner), textOrNull(name)];
  return whose === null || what === null || what.includes('/') ? null : `${whose}/${what}`;
}

/** In a list with ids, a record without one is something else. */
function named(all: readonly unknown[]): readonly unknown[] {
  const hasId = (raw: unknown) => !isRecord(raw) || textOrNull(raw.id) !== null;
  return all.some((raw) => isRecord(raw) && hasId(raw)) ? all.filter(hasId) : all;
}

/** One record, or none where there is no id to ask for. */
function readModel(raw: unknown, dialect: Dialect, details: Details = new Map()): ModelRecord[] {
  const listed = idOf(raw);
  if (listed === null) return [];
  const stated: JsonRecord = typeof raw === 'string' ? { id: raw } : isRecord(raw) ? raw : {};
  const given = isNumbered(stated) ? { ...stated, id: listed } : stated;
  const record = dialect.readModel({ ...given, ...details.get(listed) });
  const id = textOrNull(record.id) ?? listed;
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
