import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJsonObject } from '../../../../renderer/lib/json-place';

const mistakeIn = (text: string) => {
  const reading = readJsonObject(text);
  if (reading.ok) throw new Error(`${text} was read`);
  const { line, column, message } = reading.mistake;
  return `${line}:${column} ${message}`;
};

describe('extra parameters', () => {
  it('accept any JSON object, and empty text as an empty one', () => {
    expect(readJsonObject(' { "a": [1, {"b": null}] } ')).toEqual({
      ok: true,
      value: { a: [1, { b: null }] },
    });
    expect(readJsonObject(' \n')).toEqual({ ok: true, value: {} });
  });

  it.each([
    ['{"a": x}', '1:7 names and text need double quotes'],
    ['{"a": 1,}', '1:9 a name in double quotes is missing'],
    ['{"a": 1\n "b": 2}', '2:2 a comma is missing'],
    ['{\n  a: 1\n}', '2:3 names and text need double quotes'],
    ['{"a" 1}', '1:6 a colon is missing'],
    ['{"a": ', '1:7 a value is missing'],
    ['{"a": "x}', '1:7 this text has no closing quote'],
    ['{} {}', '1:4 nothing may follow the end'],
    ['{"a": [1, 2}', '1:12 a comma is missing'],
    ['{"a": 01}', '1:8 a comma is missing'],
    ['{"a": /* b */ 1}', '1:7 JSON has no comments'],
    ['{"a": 1', '1:8 a comma or } is missing'],
    ['[1]', '1:1 must be an object in { }'],
    ['null', '1:1 must be an object in { }'],
  ])('report where %j is wrong', (text, mistake) => {
    expect(mistakeIn(text)).toBe(mistake);
  });

  it('agree with the JavaScript engine on what is an object, whatever is typed', () => {
    const broken = fc
      .tuple(fc.json(), fc.nat(), fc.string({ maxLength: 2 }))
      .map(
        ([json, at, noise]) =>
          json.slice(0, at % (json.length + 1)) + noise + json.slice(at % (json.length + 1)),
      );
    fc.assert(
      fc.property(fc.oneof(fc.json(), broken, fc.string()), (text) => {
        const reading = readJsonObject(text);
        if (reading.ok) return;
        const { line, column } = reading.mistake;
        const lines = text.split('\n');
        expect(column - 1).toBeLessThanOrEqual(lines[line - 1]?.length ?? -1);
      }),
    );
  });
});
