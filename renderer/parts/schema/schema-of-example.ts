import type { JsonSchema } from '../../../shared/run/response-format';

/**
 * A schema that takes the example and values like it: lists take what any of their items is, and what was `null` once may
 * be `null` again. An example that has nothing but `null` at a place gives text there, the most usual of what it leaves out.
 */
export const schemaOfExample = (value: unknown): JsonSchema => schemaOfAll([value]);

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Of values at one place. */
function schemaOfAll(values: readonly unknown[]): JsonSchema {
  const lists = values.filter(Array.isArray);
  const objects = values.filter(isFields);
  const schemas = [
    ...schemasOfPlain(values),
    ...(lists.length === 0 ? [] : [{ type: 'array', items: schemaOfAll(lists.flat()) }]),
    ...kindsOf(objects).map(schemaOfFields),
  ];
  return values.includes(null) ? orNull(schemas) : eitherOf(schemas);
}

function schemasOfPlain(values: readonly unknown[]): readonly JsonSchema[] {
  const types = new Set(
    values
      .filter((value) => typeof value !== 'object')
      .map((value) => (Number.isInteger(value) ? 'integer' : typeof value)),
  );
  if (types.has('number')) types.delete('integer');
  return [...types].map((type) => ({ type }));
}

/** Objects with the same fields are one kind. */
function kindsOf(objects: readonly Fields[]): readonly (readonly Fields[])[] {
  const kinds = new Map<string, Fields[]>();
  for (const one of objects) {
    const shape = JSON.stringify(Object.keys(one).sort());
    const known = kinds.get(shape);
    if (known === undefined) kinds.set(shape, [one]);
    else known.push(one);
  }
  return [...kinds.values()];
}

function schemaOfFields(objects: readonly Fields[]): JsonSchema {
  const names = Object.keys(objects[0] ?? {});
  const properties = Object.fromEntries(
    names.map((name) => [name, schemaOfAll(objects.map((one) => one[name]))]),
  );
  return { type: 'object', properties, required: names, additionalProperties: false };
}

function eitherOf(schemas: readonly JsonSchema[]): JsonSchema {
  const [first = { type: 'string' }, ...others] = schemas;
  return others.length === 0 ? first : { anyOf: schemas };
}

function orNull(schemas: readonly JsonSchema[]): JsonSchema {
  const [{ type } = { type: 'string' }, ...others] = schemas;
  const isPlain = others.length === 0 && type !== 'object' && type !== 'array';
  return isPlain ? { type: [type, 'null'] } : { anyOf: [...schemas, { type: 'null' }] };
}
