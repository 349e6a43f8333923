import { expect, test } from 'vitest';
import {
  madeStrict,
  schemaOfExample,
  schemaProblems,
  strictProblems,
} from '../../../../renderer/parts/schema/schema-problems';
import { replyChecker } from '../../../../shared/run/check-reply';

test.each([
  [{ type: 'objekt' }, /“type” must be one of/],
  [{ properties: { city: { minLength: -1 } } }, /^city: “minLength” must be a whole number/],
  [{ properties: { city: 'string' } }, /^city: a schema must be an object/],
  [{ required: 'city' }, /“required” must be a list of names/],
  [{ items: { anyOf: [{ pattern: '(' }] } }, /^items › anyOf 1: “pattern” must be a regular expression/],
  [{ properties: { next: { $ref: '#/$defs/none' } } }, /none/],
])('%j is no schema, and the place is named', (schema, words) => {
  expect(schemaProblems(schema)[0]).toMatch(words);
});

test('a schema that names itself, and one with a field called like a keyword, are right', () => {
  expect(schemaProblems({ properties: { next: { $ref: '#' }, type: { type: 'string' } } })).toEqual([]);
  expect(schemaProblems({ properties: { required: { type: 'boolean' } }, constructor: 1 })).toEqual([]);
});

test('what strict asks for is said, and made', () => {
  const schema = {
    type: 'object',
    properties: {
      city: { type: 'string' },
      kind: { enum: ['port'] },
      sights: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
    },
    required: ['city', 'sights'],
  };
  expect(strictProblems(schema)).toEqual([
    'Strict: add “additionalProperties”: false, so that no other fields come.',
    'Strict: list kind in “required”.',
    'Strict: sights › items: add “additionalProperties”: false, so that no other fields come.',
    'Strict: sights › items: list name in “required”.',
  ]);
  const strict = madeStrict(schema);
  expect(strictProblems(strict)).toEqual([]);
  const isTaken = (value: unknown) => {
    const fit = replyChecker(strict)(JSON.stringify(value));
    return fit.isJson && fit.misfit === null;
  };
  expect(isTaken({ city: 'x', kind: null, sights: [{ name: null }] })).toBe(true);
  expect(isTaken({ city: null, kind: null, sights: [] })).toBe(false);
});

test.each([
  [{ city: 'Lisbon', size: 545_796, sights: [{ name: 'Belém', open: true }], more: null }],
  [{ mixed: [1, 2.5, 'x'], empty: [], deep: { a: { b: [[1]] } } }],
])('the schema of an example takes it, and is strict', (example) => {
  const schema = schemaOfExample(example);
  expect(replyChecker(schema)(JSON.stringify(example))).toMatchObject({ misfit: null });
  expect([...schemaProblems(schema), ...strictProblems(schema)]).toEqual([]);
});
