import { expect, test } from 'vitest';
import { readSchema } from '../../../../renderer/parts/schema/schema-field';
import { schemaOfExample } from '../../../../renderer/parts/schema/schema-of-example';
import {
  madeStrict,
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
  [{ list: [{ a: 1, b: null }, { b: [], a: null }, null, 'x'], none: [null], no: null, a: [[1], [null]] }],
])('the schema of an example takes it, and is strict', (example) => {
  const schema = schemaOfExample(example);
  expect(replyChecker(schema)(JSON.stringify(example))).toMatchObject({ misfit: null });
  expect([...schemaProblems(schema), ...strictProblems(schema)]).toEqual([]);
});

test('a null in an example may be a null again, and is not all that may come', () => {
  const isTaken = (example: unknown, value: unknown) => {
    const fit = replyChecker(schemaOfExample(example))(JSON.stringify(value));
    return fit.isJson && fit.misfit === null;
  };
  const pair = [{ end: null }, { end: 4 }];
  for (const end of [null, 4]) expect(isTaken(pair, [{ end }])).toBe(true);
  expect(isTaken(pair, [{ end: 'x' }])).toBe(false);
  for (const end of [null, 'x']) expect(isTaken({ end: null }, { end })).toBe(true);
  for (const item of [null, 1]) expect(isTaken([null, 1], [item])).toBe(true);
  expect(isTaken([null, 1], ['x'])).toBe(false);
  expect(schemaOfExample({ end: null })).toMatchObject({ properties: { end: { type: ['string', 'null'] } } });
});

const draft4 = 'http://json-schema.org/draft-04/schema#';
const tree = { $id: 'https://a.b/tree.json', $dynamicAnchor: 'node' };

test.each([
  ['a bound of draft 4', { $schema: draft4, properties: { a: { minimum: 0, exclusiveMinimum: true } } }],
  ['escapes that other languages ask for', { properties: { a: { pattern: '^\\d+\\-[\\w-_]+$' } } }],
  ['a pattern of Python', { properties: { a: { pattern: '(?i)^(?P<a>b)$' } } }],
  ['an anchor', { properties: { a: { $ref: '#x' } }, $defs: { x: { $anchor: 'x' } } }],
  ['an address of its own', { ...tree, properties: { a: { $ref: 'tree.json' } } }],
])('%s can be used', (_, schema) => {
  expect(schemaProblems(schema)).toEqual([]);
});

test.each([
  [{ properties: { a: { exclusiveMinimum: true } } }, 'a: “exclusiveMinimum” must be a number.'],
  [{ properties: { a: { $ref: 'https://a.b/c.json' } } }, 'a: the schema has no “https://a.b/c.json”.'],
  [{ properties: { a: { $ref: '#lost' } } }, 'a: the schema has no “#lost”.'],
  [{ properties: { a: { pattern: '(' } } }, 'a: “pattern” must be a regular expression.'],
])('what no reply can be checked with is said before it is sent: %#', (schema, problem) => {
  expect(schemaProblems(schema)).toEqual([problem]);
});

test('words that strict doesn’t take are named with their place', () => {
  const schema = madeStrict({
    type: 'object',
    properties: { a: { allOf: [{ type: 'string' }] } },
    required: ['a'],
  });
  expect(strictProblems(schema)).toEqual([expect.stringContaining('a: “allOf” may be refused')]);
});

/** Each refers twice to the next: 2 to the power of `levels` checks of one value. */
const doubling = (levels: number) => {
  const next = (at: number) => ({ $ref: `#/$defs/d${at + 1}` });
  const defs = Array.from({ length: levels }, (_, at) => [`d${at}`, { allOf: [next(at), next(at)] }]);
  return { $ref: '#/$defs/d0', $defs: { ...Object.fromEntries(defs), [`d${levels}`]: { type: 'object' } } };
};

const anchored = (count: number) => {
  const each = Array.from({ length: count }, (_, at) => at);
  return {
    properties: Object.fromEntries(each.map((at) => [`p${at}`, { $ref: `#a${at}` }])),
    $defs: Object.fromEntries(each.map((at) => [`d${at}`, { $anchor: `a${at}` }])),
  };
};

test.each([
  ['schemas that refer to each other twice, 200 times over', doubling(200)],
  ['1,500 anchors', anchored(1_500)],
])('%s are looked at within a key press', (_, schema) => {
  const before = performance.now();
  expect(schemaProblems(schema)).toEqual([]);
  expect(performance.now() - before).toBeLessThan(2_000);
});

test('a reference that leads back to itself is said in words', () => {
  const schema = {
    $ref: '#/$defs/a',
    $defs: { a: { anyOf: [{ $ref: '#/$defs/b' }] }, b: { $ref: '#/$defs/a' } },
  };
  expect(schemaProblems(schema)).toEqual([expect.stringContaining('leads back to itself')]);
});

test('a schema nested too deep to be sent is named with its place', () => {
  const levels = 3_000;
  const text = `${'{"properties":{"a":'.repeat(levels)}{}${'}}'.repeat(levels)}`;
  expect(readSchema(text)).toEqual({
    schema: null,
    mistakes: ['Line 1, column 951: nested deeper than 100 levels'],
  });
  expect(readSchema('{"enum": ["[[[{{{", "\\"[["]}').mistakes).toEqual([]);
});
