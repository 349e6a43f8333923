import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { createRedactor } from '../../../../electron/gateway/record/redact';
import { createSplitKeyFilter } from '../../../../electron/gateway/record/split-key';
import { processorMs } from '../../../support/processor-time';

const KEY = 'canary-key-8f3a+1b77/c2';
const redactor = createRedactor([KEY, 'another-secret-17']);

const escapeEach = (text: string, write: (code: number, letter: string) => string) =>
  [...text].map((letter) => write(letter.charCodeAt(0), letter)).join('');
const hex2 = (code: number) => code.toString(16).padStart(2, '0');

/** What a gateway may make of the key, with something before and after it. */
const forms: readonly (readonly [string, (before: string, after: string) => string])[] = [
  ['as it is', (before, after) => `${before} ${KEY} ${after}`],
  ['base64', (before, after) => Buffer.from(before + KEY + after).toString('base64')],
  ['base64url', (before, after) => Buffer.from(before + KEY + after).toString('base64url')],
  [
    'base64 in an address',
    (before, after) => encodeURIComponent(Buffer.from(before + KEY + after).toString('base64')),
  ],
  ['hex', (before, after) => Buffer.from(before + KEY + after).toString('hex')],
  [
    'upper hex',
    (before, after) =>
      Buffer.from(before + KEY + after)
        .toString('hex')
        .toUpperCase(),
  ],
  ['percent', (before, after) => `${before} ${escapeEach(KEY, (code) => `%${hex2(code)}`)} ${after}`],
  [
    'some percent',
    (before, after) =>
      `${before} ${escapeEach(KEY, (code, letter) => (code % 3 ? letter : `%${hex2(code).toUpperCase()}`))} ${after}`,
  ],
  ['as a parameter', (before, after) => `${before}?k=${encodeURIComponent(KEY)}&${after}`],
  ['\\x', (before, after) => `${before} ${escapeEach(KEY, (code) => `\\x${hex2(code)}`)} ${after}`],
  ['\\u{…}', (before, after) => `${before} ${escapeEach(KEY, (code) => `\\u{${hex2(code)}}`)} ${after}`],
  [
    'as letters of a page, escaped again',
    (before, after) => `${before} ${escapeEach(KEY, (code) => `&amp;#${code};`)} ${after}`,
  ],
  [
    'percent twice',
    (before, after) =>
      `${before} ${encodeURIComponent(escapeEach(KEY, (code) => `%${hex2(code)}`))} ${after}`,
  ],
  [
    'as a parameter of an address in a parameter of an address',
    (before, after) =>
      `${before}?to=${encodeURIComponent(encodeURIComponent(encodeURIComponent(KEY)))}&${after}`,
  ],
  [
    'as a parameter in JSON with its letters escaped',
    (before, after) => `${before} ${encodeURIComponent(KEY).replaceAll('%', '\\u0025')} ${after}`,
  ],
  ['\\u', (before, after) => `${before} ${escapeEach(KEY, (code) => `\\u00${hex2(code)}`)} ${after}`],
];

/** Undoes each form; what was redacted can't come out of it. */
function reading(text: string): string {
  let unescaped = text;
  for (let level = 0; level < 4; level += 1)
    unescaped = unescaped
      .replaceAll('&amp;', '&')
      .replace(/&#(\d{1,7});/g, (_, code) => String.fromCharCode(Number(code)))
      .replace(/\\(?:x|u\{)([0-9a-f]{2})\}?/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
      .replace(/\\u([0-9a-f]{4})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
      .replace(/%([0-9a-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  const packed = unescaped.match(/[\w+/-]{8,}/g) ?? [];
  const shifted = packed.flatMap((one) =>
    [0, 1, 2, 3].map((at) => Buffer.from(one.slice(at), 'base64').toString('latin1')),
  );
  const hex = packed.flatMap((one) => [
    Buffer.from(one, 'hex').toString('latin1'),
    Buffer.from(one.slice(1), 'hex').toString('latin1'),
  ]);
  return [unescaped, ...shifted, ...hex].join('\n');
}

const ascii = fc.string({ unit: 'grapheme-ascii', maxLength: 12 }).filter((text) => !/[%\\]/.test(text));

describe.each(forms)('a key written %s', (_, write) => {
  it('is removed, whatever surrounds it and wherever a stream is cut', () => {
    fc.assert(
      fc.property(ascii, ascii, fc.array(fc.nat(), { maxLength: 6 }), (before, after, cuts) => {
        const text = write(before, after);
        const filter = redactor.createFilter();
        const at = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
        const pieces = at.slice(1).map((end, index) => text.slice(at[index], end));
        const streamed = pieces.map(filter.push).join('') + filter.end();
        const split = createSplitKeyFilter(redactor);
        const events = pieces.flatMap((piece, index) => {
          const body = { text: piece };
          return split.push({ atMs: 0, index, type: '', data: JSON.stringify(body) }, body);
        });
        const kept = [...events, ...split.end()].map(({ data }) => JSON.parse(redactor.strict(data)).text);
        for (const found of [redactor.strict(text), redactor.content(text), streamed, kept.join('')])
          expect(reading(found)).not.toContain(KEY);
      }),
      { numRuns: 60 },
    );
  });
});

test('what only looks like a key is left alone', () => {
  const lines = [
    Buffer.from('something else entirely, and long').toString('base64'),
    Buffer.from('canary').toString('hex'),
    '8f3a1b77c2 5d41402abc4b2a76b9719d911017c592 100% \\u0041 &#65; C:\\Users\\x \\/',
    KEY.slice(0, 7),
  ];
  for (const line of lines) {
    expect(redactor.content(line)).toBe(line);
    const filter = redactor.createFilter();
    expect([...line].map(filter.push).join('')).toBe(line.slice(0, line.length - filter.end().length));
  }
});

it('takes time in proportion to the length of the text', () => {
  for (const part of [
    '\\',
    '%',
    '&#',
    'c',
    KEY.slice(0, 7),
    '\\u00',
    Buffer.from(KEY).toString('hex').slice(0, 8),
  ]) {
    const text = part.repeat(400_000 / part.length);
    const begun = processorMs();
    redactor.strict(text);
    redactor.content(text);
    expect(processorMs() - begun, part).toBeLessThan(1_500);
  }
});
