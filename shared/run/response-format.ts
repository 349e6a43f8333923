/** The form of a reply: text, any JSON, or JSON that follows a schema. */
import { fingerprint } from '../text/fingerprint';

/** Of one setting that is a JSON value, such as a schema; a call as a whole is read 200 levels deep. */
export const jsonBounds = { maxCharacters: 100_000, maxDepth: 100 } as const;

export type JsonSchema = Readonly<Record<string, unknown>>;

/** What OpenAI calls `json_schema`. */
export interface SchemaFormat {
  /** Letters, digits, `_` and `-`, at most 64. */
  readonly name: string;
  readonly description?: string | undefined;
  readonly schema: JsonSchema;
  /** Whether the model must follow the schema exactly; left out, the gateway's default applies. */
  readonly strict?: boolean | undefined;
}

export type ResponseFormat = 'text' | 'json_object' | SchemaFormat;

export const schemaNamePattern = /^[a-zA-Z0-9_-]{1,64}$/;

/** What the editor shows first. */
export const exampleSchema: JsonSchema = {
  type: 'object',
  properties: { answer: { type: 'string' } },
  required: ['answer'],
  additionalProperties: false,
};

/** The field `response_format` of the request body. */
export const formatToWire = (format: ResponseFormat): unknown =>
  typeof format === 'string' ? { type: format } : { type: 'json_schema', json_schema: format };

/** In a few words, such as `city, 4 fields, strict`. */
export function summaryOfFormat(format: ResponseFormat): string {
  if (format === 'json_object') return 'JSON';
  if (format === 'text') return 'text';
  const fields = fieldNamesOf(format.schema).length;
  const count = fields === 0 ? [] : [`${fields} ${fields === 1 ? 'field' : 'fields'}`];
  return [format.name, ...count, ...(format.strict ? ['strict'] : [])].join(', ');
}

/** The names of the properties of what a schema describes, in its order: also of a definition that it only names. */
function fieldNamesOf(schema: JsonSchema): readonly string[] {
  const seen = new Set<JsonSchema>();
  const namesIn = (one: unknown): readonly string[] => {
    // Definitions may name each other, and be named often.
    if (!isRecord(one) || seen.has(one)) return [];
    seen.add(one);
    const { properties, $ref, allOf, anyOf, oneOf } = one;
    const parts = [definitionOf($ref, schema), ...[allOf, anyOf, oneOf].flatMap((list) => list ?? [])];
    return [...Object.keys(recordOf(properties)), ...parts.flatMap(namesIn)];
  };
  return [...new Set(namesIn(schema))];
}

/** What `#/$defs/Name` is in a schema; absent where it is elsewhere. */
function definitionOf(reference: unknown, root: JsonSchema): unknown {
  if (typeof reference !== 'string' || !reference.startsWith('#')) return undefined;
  const steps = reference.split('/').slice(1);
  return steps.reduce<unknown>(
    (inner, step) => recordOf(inner)[step.replaceAll('~1', '/').replaceAll('~0', '~')],
    root,
  );
}

interface Asking {
  readonly responseFormat?: ResponseFormat | undefined;
  readonly extra?: Readonly<Record<string, unknown>> | undefined;
  readonly written?: { readonly fields?: Readonly<Record<string, unknown>> | undefined } | undefined;
}

/** Extra parameters replace what the form says, and the form replaces what was written as JSON. */
function wireOf({ responseFormat, extra, written }: Asking): unknown {
  if (extra?.response_format !== undefined) return extra.response_format;
  return responseFormat === undefined ? written?.fields?.response_format : formatToWire(responseFormat);
}

/** What a reply was asked to be; `null` where it is text. */
export function formatAsked(
  settings: Asking,
): { readonly name: string; readonly schema: JsonSchema | null } | null {
  const { type, json_schema: inner } = recordOf(wireOf(settings));
  if (type === 'json_object') return { name: '', schema: null };
  if (type !== 'json_schema') return null;
  const { name, schema } = recordOf(inner);
  return { name: typeof name === 'string' ? name : '', schema: recordOf(schema) };
}

/** The same as a reply keeps it, with all that its schema was asked with; `null` where it had none. */
export function schemaAsked(settings: Asking): SchemaFormat | null {
  const { name = '', schema = null } = formatAsked(settings) ?? {};
  if (schema === null) return null;
  const { description, strict } = recordOf(recordOf(wireOf(settings)).json_schema);
  return {
    name,
    schema,
    ...(typeof description === 'string' && { description }),
    ...(typeof strict === 'boolean' && { strict }),
  };
}

/**
 * Tells one response format from another: a reply keeps the key of the one it was asked for, and is judged by no other.
 * Letters and digits only; `null` where text was asked for.
 */
export function formatKey(settings: Asking): string | null {
  const asked = formatAsked(settings);
  if (asked === null) return null;
  return asked.schema === null ? 'json' : `schema${fingerprint(JSON.stringify(asked))}`;
}

/** The schema that the rows of a batch follow, and its fields, which are columns; `null` where there is none. */
export function rowFormat(settings: Asking) {
  const schema = formatAsked(settings)?.schema ?? null;
  return schema === null ? null : { schema, fields: fieldNamesOf(schema).slice(0, mostColumns) };
}

/** More don't fit a table. */
const mostColumns = 50;

const isRecord = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const recordOf = (value: unknown): JsonSchema => (isRecord(value) ? value : {});
