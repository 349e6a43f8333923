/** Files and answers of others may hold an object whose own `toString` isn’t a function, wherever a word is expected. */
import { describe, expect, test } from 'vitest';
import { readHtml } from '../../../electron/read-html';
import { readYaml } from '../../../electron/read-yaml';
import { testPattern, withinMoment } from '../../../electron/test-pattern';
import type { AssertionValue } from '../../../shared/assertions/assertion';
import { judge } from '../../../shared/assertions/judge';
import { assertionTypes } from '../../../shared/assertions/types';
import { readRequests } from '../../../shared/paste/read-request';
import { filled } from '../../../shared/run/automatic-answers';
import { readTools } from '../../../shared/run/read-tools';
import { wordOf } from '../../../shared/text/word-of';

const odd = { toString: 1, valueOf: 2 };
const file = { contentType: 'image/png', bytes: 9, width: 1, height: 1, durationMs: null };
const reply = {
  ...{ text: '{"city": "Ely"}', finishReason: 'stop', totalMs: 1, cost: 0, tokens: 3, logprobs: [-1] },
  calls: [{ name: 'plant', argumentsText: '{"a": {"toString": 1}}' }],
  files: [{ ...file, hasAlpha: null, silence: null }],
};
const tools = {
  ...{ matches: testPattern, readYaml, readHtml, bounded: withinMoment },
  misfit: () => null,
};

describe('every type of assertion gets a verdict', () => {
  const values: readonly AssertionValue[] = [
    odd,
    [odd],
    { a: odd },
    { method: odd, threshold: odd, weights: odd },
  ];
  test.each(assertionTypes)('%s', (type) => {
    for (const value of values) {
      const expected = { assertions: [{ type, isNot: false, value, threshold: null }], threshold: null };
      expect(['passed', 'failed', 'unclear']).toContain(judge(expected, reply, {}, tools).state);
    }
  });

  test.each(['{{ place }}', '{{ place | upper }}', '{{ map[place] }}', '{{ list | join("-") }}'])(
    '%s',
    (value) => {
      const expected = {
        assertions: [{ type: 'contains', isNot: false, value, threshold: null }] as const,
        threshold: null,
      };
      const vars = { place: odd, map: { a: 1 }, list: [odd, odd] } as unknown as Record<string, string>;
      expect(judge(expected, reply, vars, tools).state).not.toBe('passed');
    },
  );
});

test('tools of an OpenAPI document whose names and parameters are such objects', () => {
  const operation = { operationId: odd, parameters: [{ name: odd, required: true }] };
  const document = { openapi: '3.0.0', paths: { '/a': { get: operation, post: { operationId: 'kept' } } } };
  expect(readTools(JSON.stringify(document)).map(({ name }) => name)).toContain('kept');
});

test('an entry of HAR whose headers and address are such objects', () => {
  const postData = { text: '{"model": "m", "messages": [{"role": "user", "content": "Hi"}]}' };
  const request = { url: odd, headers: [{ name: odd, value: odd }], postData };
  const found = readRequests(JSON.stringify({ log: { entries: [{ request }] } }));
  expect(JSON.stringify(found)).toContain('Hi');
});

test('an argument of a tool in the text that answers it', () => {
  expect(filled('Planted {{args.a}}', '{"a": {"toString": 1}}')).toBe('Planted {"toString":1}');
});

test('a word is what `String` makes of a value, and JSON where that throws', () => {
  expect([1, null, undefined, ['a', 'b'], {}].map(wordOf)).toEqual([
    '1',
    'null',
    'undefined',
    'a,b',
    '[object Object]',
  ]);
  expect(wordOf(odd)).toBe('{"toString":1,"valueOf":2}');
});
