/** What is wrong with a schema, in plain words: what JSON Schema has no meaning for, and what `strict` does not allow. */
import { replyChecker } from '../../../shared/run/check-reply';
import type { JsonSchema } from '../../../shared/run/response-format';
import { isOfOtherLanguage, unicodePattern } from '../../../shared/run/schema-patterns';
import { checksOfOneValue, isFields, type Resolve, referencesOf } from './schema-references';

type Fields = Readonly<Record<string, unknown>>;

const types = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];
const isTexts = (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === 'string');
const isCount = (value: unknown) => Number.isInteger(value) && (value as number) >= 0;
const isNumber = (value: unknown) => typeof value === 'number';
const isType = (value: unknown) =>
  Array.isArray(value) ? value.every((one) => types.includes(one)) : types.includes(String(value));

/** What a keyword must be; one that is not listed may be anything. */
const keywords: Readonly<Record<string, readonly [(value: unknown) => boolean, string]>> = {
  type: [isType, `must be one of ${types.join(', ')}`],
  properties: [isFields, 'must be an object with a schema for each name'],
  patternProperties: [isFields, 'must be an object with a schema for each pattern'],
  $defs: [isFields, 'must be an object with a schema for each name'],
  definitions: [isFields, 'must be an object with a schema for each name'],
  required: [isTexts, 'must be a list of names'],
  enum: [Array.isArray, 'must be a list of values'],
  anyOf: [Array.isArray, 'must be a list of schemas'],
  oneOf: [Array.isArray, 'must be a list of schemas'],
  allOf: [Array.isArray, 'must be a list of schemas'],
  pattern: [isPattern, 'must be a regular expression'],
  ...named(['minLength', 'maxLength', 'minItems', 'maxItems'], isCount, 'must be a whole number from 0'),
  ...named(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'], isNumber, 'must be a number'),
};

function named(names: readonly string[], check: (value: unknown) => boolean, words: string) {
  return Object.fromEntries(names.map((name) => [name, [check, words] as const]));
}

function isPattern(value: unknown): boolean {
  return typeof value === 'string' && (unicodePattern(value) !== null || isOfOtherLanguage(value));
}

/** The first ones are enough to go on. */
const most = 5;

/** Why a schema can't be used; empty where it can. */
export function schemaProblems(schema: JsonSchema): readonly string[] {
  const all = schemasIn(schema, '');
  const resolve = referencesOf(
    schema,
    all.map(([, one]) => one),
  );
  const found = all.flatMap(([place, one]) =>
    isFields(one)
      ? Object.entries(one).flatMap(([name, value]) => {
          const [isRight, words] = (Object.hasOwn(keywords, name) && keywords[name]) || [];
          const isSwitch = isOldBound(schema, name) && typeof value === 'boolean';
          return isRight === undefined || isRight(value) || isSwitch
            ? []
            : [`${at(place)}“${name}” ${words}.`];
        })
      : typeof one === 'boolean'
        ? []
        : [`${at(place)}a schema must be an object, or true or false.`],
  );
  const lost = all.flatMap(([place, one]) => {
    const ref = isFields(one) ? one.$ref : undefined;
    return typeof ref === 'string' && resolve(ref) === undefined
      ? [`${at(place)}the schema has no “${ref}”.`]
      : [];
  });
  if (found.length + lost.length > 0) return [...found, ...lost].slice(0, most);
  return problemsOfTrial(schema, resolve);
}

/** Far more than real schemas take, and done within a key press. */
const mostChecks = 20_000;

/** What only a check finds. One that would take long is left to the worker that checks replies. */
function problemsOfTrial(schema: JsonSchema, resolve: Resolve): readonly string[] {
  const checks = checksOfOneValue(schema, resolve);
  if (checks === Number.POSITIVE_INFINITY)
    return ['“$ref” leads back to itself without a field or an item between, so no check would end.'];
  if (checks > mostChecks) return [];
  try {
    replyChecker(schema)('{}');
    return [];
  } catch (error) {
    return [String(error instanceof Error ? error.message : error).split('\n', 1)[0] ?? ''];
  }
}

/** In draft 4 these are a switch beside the bound. */
const isOldBound = ({ $schema: draft }: JsonSchema, name: string): boolean =>
  name.startsWith('exclusive') && String(draft).includes('draft-04');

/** What `strict` does not allow: every object lists all its fields as required and takes no others. */
export function strictProblems(schema: JsonSchema): readonly string[] {
  const whole =
    schema.type === 'object' && schema.anyOf === undefined
      ? []
      : ['Strict: the whole must be an object (“type”: “object”), without “anyOf”.'];
  const found = schemasIn(schema, '').flatMap(([place, one]) => {
    if (!isFields(one)) return [];
    if (!(one.type === 'object' || isFields(one.properties))) return notTaken(place, one);
    const names = Object.keys(isFields(one.properties) ? one.properties : {});
    const required: readonly unknown[] = Array.isArray(one.required) ? one.required : [];
    const missing = names.filter((name) => !required.includes(name));
    return [
      ...notTaken(place, one),
      ...(one.additionalProperties === false
        ? []
        : [`Strict: ${at(place)}add “additionalProperties”: false, so that no other fields come.`]),
      ...(missing.length === 0 ? [] : [`Strict: ${at(place)}list ${missing.join(', ')} in “required”.`]),
    ];
  });
  return [...whole, ...found].slice(0, most);
}

/** Words that OpenAI refuses with strict (platform.openai.com/docs/guides/structured-outputs). */
const refused = ['allOf', 'oneOf', 'not', 'if', 'dependentRequired', 'dependentSchemas', 'patternProperties'];

const notTaken = (place: string, schema: Fields): readonly string[] =>
  refused
    .filter((name) => Object.hasOwn(schema, name))
    .map(
      (name) => `Strict: ${at(place)}“${name}” may be refused. Say it with “anyOf”, or in the description.`,
    );

/** The schema with what `strict` asks for. A field that was optional may be `null` instead. */
export function madeStrict(value: JsonSchema): JsonSchema {
  return strictly(value) as JsonSchema;
}

function strictly(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strictly);
  if (!isFields(value)) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, insideOf(name, one)]));
  if (!isFields(inner.properties)) {
    return value.type === 'object'
      ? { ...inner, properties: {}, required: [], additionalProperties: false }
      : inner;
  }
  const required: readonly unknown[] = Array.isArray(value.required) ? value.required : [];
  const properties = Object.entries(inner.properties).map(([name, one]) => [
    name,
    required.includes(name) ? one : orNull(one),
  ]);
  return {
    ...inner,
    properties: Object.fromEntries(properties),
    required: properties.map(([name]) => name),
    additionalProperties: false,
  };
}

/** Values of `enum`, `const`, `default` and `examples` are no schemas. */
function insideOf(name: string, value: unknown): unknown {
  if (['properties', '$defs', 'definitions'].includes(name) && isFields(value))
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, strictly(one)]));
  return ['items', 'anyOf', 'prefixItems'].includes(name) ? strictly(value) : value;
}

function orNull(schema: unknown): unknown {
  if (!isFields(schema)) return schema;
  const { type } = schema;
  if (typeof type === 'string' && schema.enum === undefined && schema.const === undefined)
    return type === 'null' ? schema : { ...schema, type: [type, 'null'] };
  if (Array.isArray(type) && type.includes('null')) return schema;
  return { anyOf: [schema, { type: 'null' }] };
}

const at = (place: string): string => (place === '' ? '' : `${place}: `);

type Placed = readonly [place: string, schema: unknown];

/** The schema and all schemas in it, with their places. */
function schemasIn(schema: unknown, place: string): readonly Placed[] {
  if (!isFields(schema)) return [[place, schema]];
  const within = (name: string) => (place === '' ? name : `${place} › ${name}`);
  const maps = ['properties', 'patternProperties', '$defs', 'definitions'].flatMap((group) =>
    Object.entries(isFields(schema[group]) ? schema[group] : {}).flatMap(([name, one]) =>
      schemasIn(one, within(name)),
    ),
  );
  const lists = ['anyOf', 'oneOf', 'allOf', 'prefixItems'].flatMap((group) => {
    const all: readonly unknown[] = Array.isArray(schema[group]) ? schema[group] : [];
    return all.flatMap((one, index) => schemasIn(one, within(`${group} ${index + 1}`)));
  });
  const single = ['items', 'additionalProperties', 'not'].flatMap((name) =>
    isFields(schema[name]) ? schemasIn(schema[name], within(name)) : [],
  );
  return [[place, schema], ...maps, ...lists, ...single];
}
