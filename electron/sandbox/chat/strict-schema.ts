/** What `strict` asks of a schema beyond JSON Schema, as OpenAI states it. */
import { invalidRequest } from '../errors';
import { isObject } from './from-schema';

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
