/**
 * The fields of an object's schema as rows of a form, and each change of a row as a change of the schema. Keywords that the
 * form doesn't show stay as they are, in their order.
 */
import type { JsonSchema } from '../../../shared/run/response-format';

export const fieldTypes = ['string', 'integer', 'number', 'boolean', 'object', 'array', 'null'] as const;
export type FieldType = (typeof fieldTypes)[number];

export interface SchemaRow {
  readonly name: string;
  /** As written; `true` and `false` are schemas too. */
  readonly schema: unknown;
  readonly isRequired: boolean;
}

export const isFields = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `null` where its fields are in no form that rows can show. */
export function rowsOf({ properties = {}, required = [] }: JsonSchema): readonly SchemaRow[] | null {
  if (!isFields(properties) || !Array.isArray(required)) return null;
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    isRequired: required.includes(name),
  }));
}

/** The type that a list of types can show; `null` for several, and for what is written in other words. */
export function typeOf({ type }: JsonSchema): FieldType | null {
  return fieldTypes.find((one) => one === type) ?? null;
}

/** What the form leaves to the JSON, such as `minimum, pattern`. */
export const keptKeywords = (schema: JsonSchema, shown: readonly string[]): readonly string[] =>
  Object.keys(schema).filter((name) => name !== 'type' && !shown.includes(name));

/** With the keyword at its place, or at the end where it is new; without it where `undefined`. */
export function withKeyword(schema: JsonSchema, name: string, value: unknown): JsonSchema {
  if (value !== undefined) return { ...schema, [name]: value };
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== name));
}

/** A new field at the end, with a name that is free. */
export function withField(schema: JsonSchema): JsonSchema {
  const taken = Object.keys(propertiesOf(schema));
  const free = Array.from({ length: taken.length + 1 }, (_, at) => `field_${at + 1}`).find(
    (name) => !taken.includes(name),
  );
  return { ...schema, properties: { ...propertiesOf(schema), [String(free)]: { type: 'string' } } };
}

export function withoutField(schema: JsonSchema, name: string): JsonSchema {
  const properties = withKeyword(propertiesOf(schema), name, undefined);
  return listed({ ...schema, properties }, (required) => required.filter((one) => one !== name));
}

/** At the same place, and as required as before. */
export function renamed(schema: JsonSchema, from: string, to: string): JsonSchema {
  const entries = Object.entries(propertiesOf(schema)).map(([name, one]) => [name === from ? to : name, one]);
  const properties = Object.fromEntries(entries);
  return listed({ ...schema, properties }, (required) => required.map((one) => (one === from ? to : one)));
}

export const withFieldSchema = (schema: JsonSchema, name: string, inner: JsonSchema): JsonSchema => ({
  ...schema,
  properties: { ...propertiesOf(schema), [name]: inner },
});

export const withRequired = (schema: JsonSchema, name: string, isRequired: boolean): JsonSchema =>
  isRequired
    ? { ...schema, required: [...requiredOf(schema), name] }
    : listed(schema, (required) => required.filter((one) => one !== name));

const propertiesOf = ({ properties }: JsonSchema): JsonSchema => (isFields(properties) ? properties : {});
const requiredOf = ({ required }: JsonSchema): readonly unknown[] =>
  Array.isArray(required) ? required : [];

/** A schema that lists no required fields gets no list. */
const listed = (schema: JsonSchema, change: (required: readonly unknown[]) => readonly unknown[]) =>
  Array.isArray(schema.required) ? { ...schema, required: change(schema.required) } : schema;

// The values of an `enum`, one a line.

/** A text is written without quotes where it is read back as the same. */
function lineOf(value: unknown, isText: boolean): string {
  const isPlain =
    typeof value === 'string' && value !== '' && value.trim() === value && !/[\r\n]/.test(value);
  return isPlain && readLine(value, isText) === value ? value : JSON.stringify(value);
}

/** In a field of texts a line like `5` is one too. */
function readLine(line: string, isText: boolean): unknown {
  try {
    const value: unknown = JSON.parse(line);
    return isText && typeof value !== 'string' ? line : value;
  } catch {
    return line;
  }
}

const isTextField = (schema: JsonSchema): boolean => schema.type === 'string';

/** `null` where it is no list. */
export function valueLines(schema: JsonSchema): string | null {
  const { enum: values = [] } = schema;
  return Array.isArray(values) ? values.map((one) => lineOf(one, isTextField(schema))).join('\n') : null;
}

/** Lines that are as before keep the very value they had; no line at all removes the list. */
export function withValueLines(schema: JsonSchema, text: string): JsonSchema {
  const isText = isTextField(schema);
  const before = new Map<string, unknown>(
    (Array.isArray(schema.enum) ? schema.enum : []).map((one) => [lineOf(one, isText), one]),
  );
  const lines = text.split('\n').map((line) => line.trim());
  const values = lines
    .filter((line) => line !== '')
    .map((line) => (before.has(line) ? before.get(line) : readLine(line, isText)));
  return withKeyword(schema, 'enum', values.length === 0 ? undefined : values);
}
