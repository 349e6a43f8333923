import { expect, test } from 'vitest';
import { unfinishedChecker } from '../../../../renderer/parts/schema/unfinished';
import { replyChecker } from '../../../../shared/run/check-reply';

const schema = {
  type: 'object',
  properties: {
    city: { type: 'string', minLength: 3 },
    size: { type: 'integer', minimum: 10 },
    sights: { type: 'array', maxItems: 2, items: { $ref: '#/$defs/sight' } },
    kind: { anyOf: [{ type: 'object', properties: { a: { type: 'string' } } }, { type: 'number' }] },
  },
  required: ['city', 'size', 'sights'],
  additionalProperties: false,
  $defs: {
    sight: { type: 'object', properties: { name: { enum: ['Ponte', 'Torre'] } }, required: ['name'] },
  },
};
const soFar = (text: string) => unfinishedChecker(schema)(text);

test.each([
  ['a value of another type, as soon as it begins', '{"size": "', '/size', 'must be integer, is string'],
  ['a container of another type', '{"sights": {', '/sights', 'must be array, is object'],
  ['a name that the schema does not have, once it is whole', '{"town":', '/town', 'is not in the schema'],
  ['a value that is closed', '{"city": "Li",', '/city', 'minLength'],
  ['a closed value inside an open one', '{"sights": [{"name": "Ponte"}, {}', '/sights/1/name', 'is missing'],
  ['a choice that is none', '{"sights": [{"name": "Casa"}', '/sights/0/name', 'enum'],
  ['too many items', '{"sights": [{"name":"Ponte"},{"name":"Torre"},{', '/sights', 'more than 2'],
])('%s is wrong already', (_, text, pointer, why) => {
  expect(soFar(text)).toMatchObject({ pointer, why: expect.stringContaining(why) });
});

test('what is only unfinished is not wrong, at any character of a reply that follows the schema', () => {
  const replies = [
    { city: 'Lisbon "the \\"', size: 5457, sights: [{ name: 'Ponte' }, { name: 'Torre', year: 1.5e3 }] },
    { sights: [], kind: { a: 'x' }, size: 10, city: 'Rome' },
    { size: 10, kind: 12.5, city: '{"[,:', sights: [{ name: 'Torre' }] },
  ];
  for (const reply of replies) {
    const whole = JSON.stringify(reply, null, 1);
    expect(replyChecker(schema)(whole)).toMatchObject({ misfit: null });
    const check = unfinishedChecker(schema);
    for (let end = 1; end < whole.length; end += 1)
      expect(check(whole.slice(0, end)), whole.slice(0, end)).toBeNull();
  }
});

test('in older drafts a reference counts alone', () => {
  const old = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    properties: { a: { $ref: '#/definitions/text', type: 'number' } },
    definitions: { text: { type: 'string' } },
  };
  expect(unfinishedChecker(old)('{"a": "x')).toBeNull();
  expect(unfinishedChecker(old)('{"a": 1')).toMatchObject({ pointer: '/a' });
});

test('of what is no JSON nothing is said, and a text that replaces it is checked from its beginning', () => {
  const check = unfinishedChecker(schema);
  expect(check('Here is it: {"town": 1')).toBeNull();
  expect(check('Here is it: {"town": 1}, "size": "x"')).toBeNull();
  expect(check('{"town": 1')).toMatchObject({ pointer: '/town' });
  expect(check('{"town": 1, "size": "x"')).toMatchObject({ pointer: '/town' });
  expect(check('{"city": "Rome", "si')).toBeNull();
});
