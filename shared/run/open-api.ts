/** The operations of an OpenAPI document (2, 3.0 or 3.1) as tools: their parameters and the fields of their body are the arguments. */
import { wordOf } from '../text/word-of';
import { createInline, type Document, isRecord, type Json, resolved } from './open-api-schema';
import type { JsonSchema } from './response-format';

export interface FoundOperation {
  readonly name: string;
  readonly description: unknown;
  readonly parameters: JsonSchema;
}

const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options'];

export function operationsIn(document: Document): readonly FoundOperation[] {
  const paths = isRecord(document.paths) ? document.paths : {};
  const taken = new Set<string>();
  const inline = createInline(document);
  return Object.entries(paths).flatMap(([path, given]) => {
    const item = resolved(given, document);
    if (!isRecord(item)) return [];
    return methods.flatMap((method) => {
      const operation = item[method];
      if (!isRecord(operation)) return [];
      const name = freeName(nameOf(operation.operationId ?? `${method}${path}`), taken);
      const description = operation.description ?? operation.summary;
      return [
        { name, description, parameters: inline(argumentsOf(operation, listOf(item.parameters), document)) },
      ];
    });
  });
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const mostCharacters = 64;

const nameOf = (text: unknown): string =>
  wordOf(text)
    .replace(/[^a-zA-Z0-9_-]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, mostCharacters);

/** Two operations may be called alike once their names are cut. */
function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let at = 2; taken.has(free); at += 1) {
    const end = `_${at}`;
    free = `${name.slice(0, mostCharacters - end.length)}${end}`;
  }
  taken.add(free);
  return free;
}

interface Argument {
  readonly name: string;
  readonly schema: Json;
  readonly isRequired: boolean;
}

function argumentsOf(operation: Json, shared: readonly unknown[], document: Document): Json {
  const all = [...shared, ...listOf(operation.parameters)]
    .map((one) => resolved(one, document))
    .filter(isRecord);
  // One of the operation takes the place of one of its path.
  const named = [...new Map(all.map((one) => [`${wordOf(one.in)} ${wordOf(one.name)}`, one])).values()];
  const body = bodyOf(operation, named, document);
  const plain = named.filter((one) => one.in !== 'body' && !isHeaderOfClient(one)).map(ofParameter);
  const list = [...plain, ...withoutClash(body, plain, document)];
  const properties = Object.fromEntries(list.map(({ name, schema }) => [name, schema]));
  const required = [...new Set(list.flatMap(({ name, isRequired }) => (isRequired ? [name] : [])))];
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}

/** OpenAPI itself says that these are ignored as parameters. */
const isHeaderOfClient = (one: Json): boolean =>
  one.in === 'header' && /^(?:accept|content-type|authorization)$/i.test(wordOf(one.name));

/** What belongs to the parameter and not to its schema; in version 2 the schema is all the rest. */
const ofParameterOnly = [
  'name',
  'in',
  'required',
  'description',
  'schema',
  'content',
  'style',
  'explode',
  'allowReserved',
  'deprecated',
  'example',
  'examples',
  'collectionFormat',
  'allowEmptyValue',
];

function ofParameter(one: Json): Argument {
  const { name, description, required } = one;
  const rest = Object.fromEntries(
    Object.entries(one).filter(([key]) => !ofParameterOnly.includes(key) && !key.startsWith('x-')),
  );
  const schema = isRecord(one.schema) ? one.schema : (schemaOfContent(one.content) ?? rest);
  return {
    name: wordOf(name),
    // A file of a form is a text for a model.
    schema: {
      ...schema,
      ...(schema.type === 'file' && { type: 'string' }),
      ...(typeof description === 'string' && { description }),
    },
    isRequired: required === true,
  };
}

/** JSON where there is one; the fields of a form are the same for a model. */
function schemaOfContent(content: unknown): Json | undefined {
  if (!isRecord(content)) return undefined;
  const types = Object.keys(content);
  const type =
    types.find((one) => /^application\/json\b/i.test(one)) ??
    types.find((one) => /\+json\b/i.test(one)) ??
    types[0];
  const media = type === undefined ? undefined : content[type];
  return isRecord(media) && isRecord(media.schema) ? media.schema : undefined;
}

interface Body {
  readonly schema: Json;
  readonly isRequired: boolean;
  readonly description: unknown;
}

function bodyOf(operation: Json, named: readonly Json[], document: Document): Body | null {
  const given = resolved(operation.requestBody, document) ?? named.find((one) => one.in === 'body');
  if (!isRecord(given)) return null;
  const schema = isRecord(given.schema) ? given.schema : schemaOfContent(given.content);
  return schema === undefined
    ? null
    : { schema, isRequired: given.required === true, description: given.description };
}

/** The fields of a body where it is a plain object, and none is called as a parameter is; else the body as one argument. */
function withoutClash(
  body: Body | null,
  plain: readonly Argument[],
  document: Document,
): readonly Argument[] {
  if (body === null) return [];
  const whole = resolved(body.schema, document);
  const fields = isRecord(whole) && isPlainObject(whole) ? whole.properties : null;
  const isFree = fields !== null && plain.every(({ name }) => !Object.hasOwn(fields, name));
  if (fields === null || !isFree || !isRecord(whole)) return [asOne(body, plain)];
  const required = listOf(whole.required);
  return Object.entries(fields).flatMap(([name, schema]) =>
    isRecord(schema) && schema.readOnly !== true
      ? [{ name, schema, isRequired: required.includes(name) }]
      : [],
  );
}

const isPlainObject = (schema: Json): schema is Json & { readonly properties: Json } =>
  isRecord(schema.properties) &&
  !['allOf', 'anyOf', 'oneOf', 'not', '$ref'].some((name) => Object.hasOwn(schema, name)) &&
  (schema.additionalProperties === undefined || schema.additionalProperties === false);

function asOne({ schema, isRequired, description }: Body, plain: readonly Argument[]): Argument {
  const name = plain.some((one) => one.name === 'body') ? 'request_body' : 'body';
  const isBare = schema.$ref === undefined && schema.description === undefined;
  return {
    name,
    schema: { ...schema, ...(isBare && typeof description === 'string' && { description }) },
    isRequired,
  };
}
