import { expect, test } from 'vitest';
import { checkBody } from '../../../../renderer/parts/request-json/body-check';
import { completionNow, completionsAt } from '../../../../renderer/parts/request-json/complete-json';
import { documentedBodies } from '../../../support/documented-bodies';

const pretty = (value: unknown) => JSON.stringify(value, null, 2);
const good = { model: 'm', messages: [{ role: 'user', content: 'Hi' }], temperature: 1 };

test.each([
  ['{"model": "m",\n  "messages": [}', { line: 2, path: '', isBlocking: true }],
  [
    '{"model": "m", "messages": [],\n"a": 1, "a": 2}',
    { line: 2, path: '', why: 'has the field “a” twice', isBlocking: true },
  ],
  [pretty({ ...good, messages: ['hi'] }), { line: 4, path: 'messages[0]', isBlocking: true }],
  [pretty({ ...good, temperature: 'hot' }), { line: 9, path: 'temperature', isBlocking: false }],
  [
    pretty({ ...good, messages: [{ role: 'user', content: [{ text: 'x' }] }] }),
    { path: 'messages[0].content[0].type', isBlocking: false },
  ],
  [pretty({ messages: [] }), { line: 1, path: 'model' }],
])('the line and the path of what is wrong: %#', (text, problem) => {
  expect(checkBody(text, 'body')).toMatchObject(problem);
});

test('what is right has no problem, whatever else it has', () => {
  expect(checkBody(pretty({ ...good, unknown: [1] }), 'body')).toBeNull();
  expect(checkBody('{"role":"critic","x":1}', 'message')).toBeNull();
  expect(checkBody('[{"role":"tool"},{"role":"tool"}]', 'message')).toBeNull();
  const blocked = documentedBodies.filter((body) => checkBody(pretty(body), 'body')?.isBlocking === true);
  expect(blocked).toEqual([]);
});

/** The caret is at `|`. */
function offered(marked: string, part: 'body' | 'message' = 'body') {
  const at = marked.indexOf('|');
  const text = marked.replace('|', '');
  return completionsAt(text, at, part).map(({ label, insert, start, end }) => ({
    label,
    becomes: text.slice(0, start) + insert + text.slice(end),
  }));
}

test('names that are not there yet, with the beginning of their value', () => {
  expect(offered('{"model":"m", "mess|"}')[0]).toEqual({
    label: 'messages',
    becomes: '{"model":"m", "messages": []}',
  });
  expect(offered('{"model":"m", |}').map(({ label }) => label)).not.toContain('model');
  expect(offered('{"to|": 1}').map(({ becomes }) => becomes)).toContain('{"top_p": 1}');
  expect(offered('{"messages":[{"ro|"}]}')[0]?.becomes).toBe('{"messages":[{"role": ""}]}');
  expect(offered('{"cache|"}', 'message')).toEqual([]);
});

test('values of a field, also inside of its quotes', () => {
  expect(offered('{"messages":[{"role":"as|"}]}')).toEqual([
    { label: 'assistant', becomes: '{"messages":[{"role":"assistant"}]}' },
  ]);
  expect(offered('{"content":[{"type": |}]}', 'message').map(({ label }) => label)).toContain('image_url');
  expect(offered('{"stream": |}').map(({ label }) => label)).toEqual(['true', 'false']);
  expect(offered('{"unknown": |}')).toEqual([]);
});

/** What accepting the completion `label` makes of a text with the caret at `|`. */
function accepted(marked: string, label: string, part: 'body' | 'message' = 'message') {
  const at = marked.indexOf('|');
  const value = marked.replace('|', '');
  const now = completionNow({ value, selectionStart: at, selectionEnd: at }, part, label);
  return now && value.slice(0, now.start) + now.insert + value.slice(now.end);
}

test.each([
  ['behind what was typed', '{"role": "user", "nam|"}'],
  ['behind the first quote', '{"role": "user", "|nam"}'],
  ['before the first quote', '{"role": "user", |"nam"}'],
  ['in the middle', '{"role": "user", "na|m"}'],
  ['without a closing quote', '{"role": "user", "nam|}'],
  ['in the middle, without a closing quote', '{"role": "user", "n|am}'],
  ['without a closing quote, before another line', '{"role": "user", "nam|\n}'],
  ['without anything', '{"role": "user", |}'],
])('a name takes the place of the whole one at the caret: %s', (_, marked) => {
  const rest = marked.includes('\n') ? '\n}' : '}';
  expect(accepted(marked, 'name')).toBe(`{"role": "user", "name": ""${rest}`);
});

test('a name before a colon keeps its value', () => {
  expect(accepted('{"role": "user", "na|m": "ana"}', 'name')).toBe('{"role": "user", "name": "ana"}');
  expect(accepted('{"role": "user", |"nam" : "ana"}', 'name')).toBe('{"role": "user", "name" : "ana"}');
});

test('a completion of an older text or caret is not applied where it no longer fits', () => {
  expect(accepted('{"role": "user", "nam"|}', 'name')).toBeNull();
  expect(accepted('{"role": "user", "x|"}', 'name')).toBeNull();
  expect(accepted('{"role": "user", "name": "na|"}', 'name')).toBeNull();
  const selected = { value: '{"na"}', selectionStart: 2, selectionEnd: 4 };
  expect(completionNow(selected, 'message', 'name')).toBeNull();
});
