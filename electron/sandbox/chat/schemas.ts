/**
 * JSON Schemas: values made from one, the same for the same seed and valid for every schema that `strict`
 * allows; and what `strict` asks beyond JSON Schema.
 */
import { invalidRequest } from '../errors';
import { createRandom, type Random } from '../random';

type Schema = Readonly<Record<string, unknown>>;

interface Making {
  readonly root: Schema;
  readonly random: Random;
  /** Below this, what may be left out is left out, so that a schema that names itself ends. */
  readonly depth: number;
}

const mostDepth = 8;
const words = ['harbor', 'lantern', 'meadow', 'orchard', 'pebble', 'river', 'summit', 'willow'] as const;

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const numberOf = (value: unknown, otherwise: number): number =>
  typeof value === 'number' ? value : otherwise;

/** A value that the schema takes; numbers, texts and choices vary with the seed. */
export const valueFor = (schema: Schema, seed: number): unknown =>
  make(schema, { root: schema, random: createRandom(seed), depth: 0 });

function make(given: unknown, making: Making): unknown {
  const schema = resolved(given, making.root);
  const { random } = making;
  if ('const' in schema) return schema.const;
  const [first, ...others] = listOf(schema.enum);
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return random.pick([first, ...others]);
  const ways = [...listOf(schema.anyOf), ...listOf(schema.oneOf)];
  if (ways.length > 0) return make(chosenWay(ways, making), { ...making, depth: making.depth + 1 });
  switch (typeOf(schema, making)) {
    case 'object':
      return objectFor(schema, making);
    case 'array':
      return arrayFor(schema, making);
    case 'string':
      return textFor(schema, random);
    case 'integer':
      return wholeFor(schema, random);
    case 'number':
      return schema.multipleOf === undefined ? wholeFor(schema, random, 0.5) : wholeFor(schema, random);
    case 'boolean':
      return random.next() < 0.5;
    default:
      return null;
  }
}

/** With what it refers to in the same schema, and with all parts that hold at once. */
function resolved(given: unknown, root: Schema, hops = 0): Schema {
  if (!isObject(given)) return {};
  const { $ref: ref, allOf, ...own } = given;
  const target = typeof ref === 'string' && hops < mostDepth ? at(root, ref) : undefined;
  const parts = [...(target === undefined ? [] : [target]), ...listOf(allOf)];
  return parts.reduce<Schema>((all, part) => joined(all, resolved(part, root, hops + 1)), own);
}

const joined = (one: Schema, other: Schema): Schema => ({
  ...one,
  ...other,
  ...(isObject(one.properties) && { properties: { ...one.properties, ...asObject(other.properties) } }),
  ...(Array.isArray(one.required) && { required: [...one.required, ...listOf(other.required)] }),
});

const asObject = (value: unknown): Schema => (isObject(value) ? value : {});

function at(root: Schema, ref: string): unknown {
  const names = ref.replace(/^#\/?/, '').split('/').filter(Boolean);
  const named = names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  return named.reduce<unknown>((value, name) => asObject(value)[name], root);
}

/** Deep down the last one, which by custom is `null` or a leaf. */
function chosenWay(ways: readonly unknown[], { random, depth }: Making): unknown {
  const simple = ways.find((way) => isObject(way) && !('$ref' in way) && way.type !== 'object');
  return depth >= mostDepth ? (simple ?? ways.at(-1)) : ways[random.below(ways.length)];
}

function typeOf(schema: Schema, { depth }: Making): unknown {
  const { type } = schema;
  if (Array.isArray(type)) return depth >= mostDepth && type.includes('null') ? 'null' : type[0];
  if (type !== undefined) return type;
  if ('properties' in schema) return 'object';
  return 'items' in schema ? 'array' : 'string';
}

function objectFor(schema: Schema, making: Making): unknown {
  const required = listOf(schema.required);
  const names = Object.keys(asObject(schema.properties)).filter(
    (name) => making.depth < mostDepth || required.includes(name),
  );
  const deeper = { ...making, depth: making.depth + 1 };
  const all = [...names, ...required.map(String).filter((name) => !names.includes(name))];
  return Object.fromEntries(all.map((name) => [name, make(asObject(schema.properties)[name], deeper)]));
}

function arrayFor(schema: Schema, making: Making): unknown {
  const fixed = listOf(schema.prefixItems);
  const least = numberOf(schema.minItems, making.depth < mostDepth && schema.items !== false ? 2 : 0);
  const count = Math.min(Math.max(least, fixed.length), numberOf(schema.maxItems, 1_000), 1_000);
  const deeper = { ...making, depth: making.depth + 1 };
  return Array.from({ length: count }, (_, index) => make(fixed[index] ?? schema.items, deeper));
}

const formats: Readonly<Record<string, string>> = {
  date: '2026-03-14',
  time: '09:26:53Z',
  'date-time': '2026-03-14T09:26:53Z',
  duration: 'P3DT4H',
  email: 'mira@example.org',
  hostname: 'example.org',
  uri: 'https://example.org/harbor',
  ipv4: '192.0.2.7',
  ipv6: '2001:db8::7',
  uuid: '3f2b8c5e-8a4d-4c1e-9b7a-5d6e7f8a9b0c',
};

function textFor(schema: Schema, random: Random): string {
  const formed = typeof schema.format === 'string' ? formats[schema.format] : undefined;
  if (formed !== undefined) return formed;
  const text = `${random.pick(words)} ${random.pick(words)}`;
  const least = numberOf(schema.minLength, 0);
  const long = text.length < least ? text.padEnd(Math.min(least, 100_000), ' harbor') : text;
  return long.slice(0, numberOf(schema.maxLength, long.length));
}

/** Between the bounds of the schema, a multiple of what it names. */
function wholeFor(schema: Schema, random: Random, added = 0): number {
  const step = numberOf(schema.multipleOf, 1);
  const low = Math.max(
    numberOf(schema.minimum, Number.NEGATIVE_INFINITY),
    numberOf(schema.exclusiveMinimum, Number.NEGATIVE_INFINITY),
  );
  const high = Math.min(
    numberOf(schema.maximum, Number.POSITIVE_INFINITY),
    numberOf(schema.exclusiveMaximum, Number.POSITIVE_INFINITY),
  );
  const from = Number.isFinite(low) ? low : Number.isFinite(high) ? high - 100 * step : 0;
  const to = Number.isFinite(high) ? high : from + 100 * step;
  const first = Math.ceil((from === schema.exclusiveMinimum ? from + step / 2 : from) / step);
  const last = Math.floor((to === schema.exclusiveMaximum ? to - step / 2 : to) / step);
  if (last < first) return (from + to) / 2;
  const value = (first + random.below(last - first + 1)) * step;
  return value + added <= to && added !== 0 && value + added !== schema.exclusiveMaximum
    ? value + added
    : value;
}

/** What `strict` asks of a schema beyond JSON Schema, as OpenAI states it. */
const param = 'response_format';

/** @throws ApiError 400 that names the first place that `strict` does not allow. */
export function requireStrict(name: string, schema: Readonly<Record<string, unknown>>): void {
  const refuse = (why: string) =>
    invalidRequest(`Invalid schema for response_format '${name}': ${why}`, param);
  if (schema.type !== 'object') throw refuse('the schema must be of type "object".');
  for (const [place, one] of objectsIn(schema, '')) {
    const at = `In context=${place === '' ? '()' : place}, `;
    if (one.additionalProperties !== false)
      throw refuse(`${at}'additionalProperties' is required to be supplied and to be false.`);
    const required = Array.isArray(one.required) ? one.required : [];
    const missing = Object.keys(isObject(one.properties) ? one.properties : {}).find(
      (property) => !required.includes(property),
    );
    if (missing !== undefined)
      throw refuse(`${at}'required' is required to include every key in properties. Missing '${missing}'.`);
  }
}

type Placed = readonly [place: string, schema: Readonly<Record<string, unknown>>];

/** Every schema of an object, with its place. */
function objectsIn(value: unknown, place: string): readonly Placed[] {
  if (!isObject(value)) {
    return Array.isArray(value) ? value.flatMap((item, index) => objectsIn(item, `${place}/${index}`)) : [];
  }
  const inner = ['items', 'anyOf', 'prefixItems'].flatMap((name) =>
    objectsIn(value[name], `${place}/${name}`),
  );
  const named = ['properties', '$defs', 'definitions'].flatMap((group) =>
    Object.entries(isObject(value[group]) ? value[group] : {}).flatMap(([name, one]) =>
      objectsIn(one, `${place}/${group}/${name}`),
    ),
  );
  return [
    ...(isObject(value.properties) || value.type === 'object' ? [[place, value] as const] : []),
    ...inner,
    ...named,
  ];
}
