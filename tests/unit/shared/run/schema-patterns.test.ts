/** Patterns as people write them for other languages, and what the check makes of them. */
import { expect, test } from 'vitest';
import { replyChecker } from '../../../../shared/run/check-reply';
import { unicodePattern } from '../../../../shared/run/schema-patterns';

test.each([
  ['^\\d{3}\\-\\d+$', '123-4', '1234'],
  ['^[\\w-_]+$', 'a-_b', 'a b'],
  ['^[\\w\\-\\.]+\\@x$', 'a-b.c@x', 'a@y'],
  ['^\\"\\_\\:\\/$', '"_:/', '_'],
  ['^[+-]?[a-z]$', '-a', '*a'],
  ['^\\p{L}+$', 'é', '1'],
  ['^[[]$', '[', ']'],
])('%s is checked', (pattern, right, wrong) => {
  const check = replyChecker({ type: 'object', properties: { pattern: { type: 'string', pattern } } });
  expect(check(JSON.stringify({ pattern: right }))).toMatchObject({ misfit: null });
  expect(check(JSON.stringify({ pattern: wrong }))).toMatchObject({ misfit: { pointer: '/pattern' } });
});

test('one of another language is not checked, and the rest is', () => {
  expect(unicodePattern('(?i)^abc\\Z')).toBeNull();
  const schema = { properties: { a: { type: 'string', pattern: '(?i)^abc\\Z' } } };
  expect(replyChecker(schema)('{"a": "x"}')).toMatchObject({ misfit: null });
  expect(replyChecker(schema)('{"a": 1}')).toMatchObject({ misfit: { pointer: '/a' } });
});
