/** What the schemas of a schema refer to, and in how many steps that is checked: read once for all of them. */
import { stepsOf } from '../../../shared/run/reply-fit';
import type { JsonSchema } from '../../../shared/run/response-format';

type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The schema that a `$ref` leads to: by its place, by its anchor, or by its own address; `undefined` where there is none. */
export type Resolve = (ref: string) => unknown;

export function referencesOf(schema: JsonSchema, all: readonly unknown[]): Resolve {
  const anchors = new Map<unknown, unknown>();
  const addresses: (readonly [address: string, schema: unknown])[] = [];
  for (const one of all.filter(isFields)) {
    const { $id: id = one.id, $anchor, $dynamicAnchor } = one;
    for (const name of [$anchor, $dynamicAnchor]) if (typeof name === 'string') anchors.set(`#${name}`, one);
    if (typeof id !== 'string') continue;
    anchors.set(id, one);
    addresses.push([id.split('#', 1)[0] ?? '', one]);
  }
  return (ref) => {
    if (ref === '' || ref === '#') return schema;
    if (ref.startsWith('#/')) return atPlace(schema, ref);
    const [address = ''] = ref.split('#', 1);
    if (address === '') return anchors.get(ref);
    const ending = address.replace(/^\.?\//, '');
    return addresses.find(([own]) => own.endsWith(ending))?.[1];
  };
}

const atPlace = (schema: JsonSchema, ref: string): unknown =>
  stepsOf(ref.slice(1)).reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, step)
        ? (value as Fields)[step]
        : undefined,
    schema,
  );

const listsInPlace = ['allOf', 'anyOf', 'oneOf'];
const singleInPlace = ['not', 'if', 'then', 'else'];

/** Schemas that are asked about the same value as this one. */
function inPlace(schema: Fields, resolve: Resolve): readonly unknown[] {
  const lists = listsInPlace.map((name) => schema[name]).filter(Array.isArray);
  const refs = ['$ref', '$dynamicRef'].map((name) => schema[name]);
  return [
    ...lists.flat(),
    ...singleInPlace.map((name) => schema[name]),
    ...refs.map((ref) => (typeof ref === 'string' ? resolve(ref) : undefined)),
  ].filter(isFields);
}

/**
 * How many schemas are asked about one value: a few lines that refer to each other twice can be millions. Infinite where
 * one leads back to itself.
 */
export function checksOfOneValue(schema: JsonSchema, resolve: Resolve): number {
  const counted = new Map<unknown, number>();
  const count = (one: unknown): number => {
    const known = counted.get(one);
    if (known !== undefined || !isFields(one)) return known ?? 0;
    counted.set(one, Number.POSITIVE_INFINITY);
    const sum = inPlace(one, resolve).reduce<number>((total, inner) => total + count(inner), 1);
    counted.set(one, sum);
    return sum;
  };
  return count(schema);
}
