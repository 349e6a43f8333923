/** Schemas of OpenAPI as JSON Schema that is whole without its document: what they name is in `$defs`, also where it goes in circles. */
import { wordOf } from '../text/word-of';

export type Json = Readonly<Record<string, unknown>>;
export type Document = Json;

export const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a reference inside the document names, over several steps; anything else is itself. */
export function resolved(value: unknown, document: Document): unknown {
  let found = value;
  for (let steps = 0; steps < 50 && isRecord(found) && isInside(found.$ref); steps += 1)
    found = pointed(found.$ref, document);
  return found;
}

const isInside = (ref: unknown): ref is string => typeof ref === 'string' && ref.startsWith('#/');

function pointed(ref: string, document: Document): unknown {
  const steps = ref.slice(2).split('/').map(stepOf);
  return steps.reduce<unknown>(
    (at, step) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, step) ? (at as Json)[step] : undefined,
    document,
  );
}

/** A step of a JSON pointer in a fragment. */
function stepOf(text: string): string {
  const pointer = text.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(pointer);
  } catch {
    return pointer;
  }
}

/** More than a gateway takes in one tool. */
const mostDefinitions = 500;

interface Converted {
  readonly schema: unknown;
  /** What it names. */
  readonly refs: ReadonlySet<string>;
}

export type Inline = (schema: Json) => Json;

/** Makes schemas whole with all that they name; each of those is read once for all. */
export function createInline(document: Document): Inline {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const read = new Map<string, Converted>();
  const convert = (value: unknown): Converted => {
    const refs = new Set<string>();
    const nameOf = (ref: string): string => {
      refs.add(ref);
      const name = names.get(ref) ?? freeName(ref, taken);
      names.set(ref, name);
      return name;
    };
    return { schema: converted(value, nameOf, ''), refs };
  };
  const definition = (ref: string): Converted => {
    const known = read.get(ref) ?? convert(pointed(ref, document) ?? {});
    read.set(ref, known);
    return known;
  };
  return (schema) => {
    const whole = convert(schema);
    const refs = new Set(whole.refs);
    // Those that are added while it is walked are walked too.
    for (const ref of refs)
      if (refs.size < mostDefinitions) for (const more of definition(ref).refs) refs.add(more);
    const definitions = [...refs].map((ref) => [names.get(ref) ?? ref, definition(ref).schema]);
    const fields = whole.schema as Json;
    return definitions.length === 0 ? fields : { ...fields, $defs: Object.fromEntries(definitions) };
  };
}

function freeName(ref: string, taken: Set<string>): string {
  const last = stepOf(ref.split('/').at(-1) ?? '').replace(/[^\w.-]+/g, '_') || 'schema';
  let free = last;
  for (let at = 2; taken.has(free); at += 1) free = `${last}_${at}`;
  taken.add(free);
  return free;
}

/** Words of OpenAPI that say nothing to a model, and have no meaning in JSON Schema. */
const dropped: ReadonlySet<string> = new Set(['xml', 'externalDocs', 'discriminator', 'nullable', 'example']);
/** Below these are schemas by names that a person chose. */
const byName: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
]);
/** Below these is data. */
const isData: ReadonlySet<string> = new Set(['enum', 'const', 'default', 'examples', 'required']);

/** @param key that it is the value of */
function converted(value: unknown, nameOf: (ref: string) => string, key: string): unknown {
  if (isData.has(key)) return value;
  if (Array.isArray(value)) return value.map((one) => converted(one, nameOf, ''));
  if (!isRecord(value)) return value;
  if (byName.has(key))
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, converted(one, nameOf, '')]));
  const fields = Object.entries(value)
    .filter(([name]) => !dropped.has(name) && !name.startsWith('x-'))
    .map(
      ([name, one]) => [name, name === '$ref' ? refTo(one, nameOf) : converted(one, nameOf, name)] as const,
    );
  return withBounds(withNull(elsewhere(Object.fromEntries(fields)), value.nullable === true), value);
}

const refTo = (ref: unknown, nameOf: (ref: string) => string): unknown =>
  isInside(ref) ? `#/$defs/${nameOf(ref)}` : ref;

/** A schema in another file can't be read: anything is taken there, and its place is named. */
function elsewhere(schema: Json): Json {
  const { $ref: ref, ...rest } = schema;
  if (ref === undefined || wordOf(ref).startsWith('#')) return schema;
  return { description: `As in ${wordOf(ref)}`, ...rest };
}

/** `nullable` of version 3.0. */
function withNull(schema: Json, isNullable: boolean): Json {
  if (!isNullable) return schema;
  const { type, enum: values } = schema;
  if (typeof type === 'string')
    return {
      ...schema,
      type: [type, 'null'],
      ...(Array.isArray(values) && !values.includes(null) && { enum: [...values, null] }),
    };
  return schema.$ref === undefined && schema.allOf === undefined
    ? schema
    : { anyOf: [schema, { type: 'null' }] };
}

/** Bounds that are a switch beside the number, as versions 2 and 3.0 have them. */
function withBounds(schema: Json, { minimum, maximum }: Json): Json {
  const pairs = [
    ['exclusiveMinimum', 'minimum', minimum],
    ['exclusiveMaximum', 'maximum', maximum],
  ] as const;
  return pairs.reduce((left, [name, other, bound]) => {
    if (typeof left[name] !== 'boolean') return left;
    const { [name]: isExclusive, [other]: _, ...rest } = left;
    if (isExclusive !== true) return { ...rest, ...(bound !== undefined && { [other]: bound }) };
    return bound === undefined ? rest : { ...rest, [name]: bound };
  }, schema);
}
