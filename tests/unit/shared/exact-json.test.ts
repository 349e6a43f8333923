import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseExactly, readExactly, writeExactly, writtenNumber } from '../../../shared/text/exact-json';

test.each([
  '{"id":12345678901234567890,"n":[-0.10000000000000000001,1e400,7],"text":"12345678901234567890"}',
  '12345678901234567890',
  '{"a\\"12345678901234567890":"\\\\","b":-12345678901234567890}',
  '["number 0 1",12345678901234567890,{"__proto__":12345678901234567890}]',
])('%s comes back as it is', (text) => {
  expect(writeExactly(parseExactly(text))).toBe(text);
});

test('what every double keeps is what JSON reads', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      expect(parseExactly(text)).toEqual(JSON.parse(text));
      expect(writeExactly(parseExactly(text), 2)).toBe(JSON.stringify(JSON.parse(text), null, 2));
    }),
  );
});

test('a number is told from any text, also one that an escape makes', () => {
  const [one, other] = parseExactly('["\\u006eumber 0 x", 12345678901234567890]') as unknown[];
  expect([one, writtenNumber(one), writtenNumber(other)]).toEqual([
    'number 0 x',
    null,
    '12345678901234567890',
  ]);
  expect(writtenNumber({ '\0number': 'x' })).toBeNull();
});

test('of JSON that is still arriving, the open text stays open', () => {
  const seen: string[] = [];
  readExactly('{"a": 12345678901234567890, "b": "still 99999999999999999999', (text) => seen.push(text));
  expect(seen[0]).toMatch(/^\{"a": "number 0 12345678901234567890", "b": "still 99999999999999999999$/);
});

test('numbers that are not JSON are refused as JSON refuses them', () => {
  for (const text of ['[01234567890123456789]', '[1234567890123456789.]', '{"a": 12345678901234567890'])
    expect(() => parseExactly(text)).toThrow(SyntaxError);
});
