/** Fields of a schema as rows: every change keeps all that it is not about. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  keptKeywords,
  renamed,
  rowsOf,
  typeOf,
  valueLines,
  withField,
  withFieldSchema,
  withKeyword,
  withoutField,
  withRequired,
  withValueLines,
} from '../../../../renderer/parts/schema/schema-rows';

const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    city: { type: 'string', minLength: 2, description: 'Such as Oslo', 'x-own': [1] },
    size: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    any: true,
  },
  required: ['size', 'city'],
  additionalProperties: false,
};

test('rows have names, schemas and what is required, and the rest is named', () => {
  expect(rowsOf(schema)?.map(({ name, isRequired }) => [name, isRequired])).toEqual([
    ['city', true],
    ['size', true],
    ['any', false],
  ]);
  expect(typeOf(schema.properties.city)).toBe('string');
  expect(typeOf(schema.properties.size)).toBeNull();
  expect(keptKeywords(schema.properties.city, ['description'])).toEqual(['minLength', 'x-own']);
  expect(rowsOf({ properties: [1] })).toBeNull();
  expect(rowsOf({ required: 'city' })).toBeNull();
  expect(rowsOf({})).toEqual([]);
});

test('a field is renamed in its place, and stays as required as it was', () => {
  const text = JSON.stringify(renamed(schema, 'city', 'town'));
  expect(text).toBe(JSON.stringify(schema).replaceAll('"city"', '"town"'));
});

test('removing a field leaves all others as they were', () => {
  const { city, ...properties } = schema.properties;
  expect(city).toBeDefined();
  const left = withoutField(schema, 'city');
  expect(left).toEqual({ ...schema, properties, required: ['size'] });
  expect(Object.keys(left)).toEqual(Object.keys(schema));
  expect(withoutField({ properties: { a: {} } }, 'a')).toEqual({ properties: {} });
});

test('a new field gets a name that is free', () => {
  const grown = withField(withField({ type: 'object', properties: { field_2: {} } }));
  expect(Object.keys(grown.properties as object)).toEqual(['field_2', 'field_1', 'field_3']);
});

test('a keyword changes in its place, and goes where it is emptied', () => {
  const inner = withKeyword(schema.properties.city, 'description', 'A town');
  expect(Object.keys(inner)).toEqual(Object.keys(schema.properties.city));
  expect(withKeyword(inner, 'description', undefined)).toEqual({
    type: 'string',
    minLength: 2,
    'x-own': [1],
  });
  expect(withFieldSchema(schema, 'city', inner)).toEqual({
    ...schema,
    properties: { ...schema.properties, city: inner },
  });
  expect(withRequired(withRequired(schema, 'size', false), 'any', true).required).toEqual(['city', 'any']);
});

test('lines of values are read as what they were, whatever they are', () => {
  const values = fc.array(fc.jsonValue(), { minLength: 1, maxLength: 5 });
  const type = fc.constantFrom('string', 'integer', undefined);
  fc.assert(
    fc.property(values, type, (list, ofType) => {
      const field = { ...(ofType !== undefined && { type: ofType }), enum: list };
      const read = withValueLines(field, valueLines(field) ?? '');
      expect(JSON.stringify(read.enum)).toBe(JSON.stringify(list));
      // And without knowing the values it had: only what is no text in a field of texts has to be known.
      if (ofType !== 'string' || list.every((one) => typeof one === 'string')) {
        const blank = withValueLines({ ...field, enum: undefined }, valueLines(field) ?? '');
        expect(JSON.stringify(blank.enum)).toBe(JSON.stringify(list));
      }
    }),
  );
});

test('a line is text in a field of texts, and a value elsewhere', () => {
  expect(withValueLines({ type: 'string' }, '5\n\n true ').enum).toEqual(['5', 'true']);
  expect(withValueLines({}, '5\nfive\nnull').enum).toEqual([5, 'five', null]);
  expect(withValueLines({ type: 'string', enum: ['a'] }, ' \n')).toEqual({ type: 'string' });
  expect(valueLines({ enum: 'a' })).toBeNull();
});
