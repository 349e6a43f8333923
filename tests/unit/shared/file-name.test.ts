import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  checkTemplate,
  type FileNameValues,
  fileNameFor,
  localDateAndTime,
  safeFileName,
} from '../../../shared/media/file-name';
import { defaultFileNameTemplate } from '../../../shared/media/media';

const values: FileNameValues = {
  date: '2026-11-20',
  time: '14-05-09',
  model: 'aurora/painter-2',
  prompt: 'A red fox at dawn',
  seed: '42',
  id: 'job-7',
};
const nameOf = (template: string, changes: Partial<FileNameValues> = {}, extension = 'png') =>
  fileNameFor(template, { ...values, ...changes }, extension);
const bytesOf = (text: string) => new TextEncoder().encode(text).length;

describe('a template', () => {
  test('is filled with the value of each placeholder', () => {
    expect(nameOf(defaultFileNameTemplate)).toBe('2026-11-20-aurora-painter-2-A red fox at dawn.png');
    expect(nameOf('{time}_{seed}_{id}')).toBe('14-05-09_42_job-7.png');
  });

  test('drops a placeholder without a value together with its separator', () => {
    expect(nameOf('{model}-{seed}-{id}', { seed: '' })).toBe('aurora-painter-2-job-7.png');
    expect(nameOf('{seed} {id} {seed}', { seed: '' })).toBe('job-7.png');
  });

  test('is filled once: braces in a prompt stay', () => {
    expect(nameOf('{prompt}', { prompt: 'draw {id} and {date}' })).toBe('draw {id} and {date}.png');
  });

  test.each([
    [defaultFileNameTemplate, undefined],
    ['{date} {time} {model} {prompt} {seed} {id}', undefined],
    ['always the same', undefined],
    ['{date}-{color}', '{color}'],
    ['{Date}', '{Date}'],
    ['{}', '{}'],
    ['{date', '{'],
    ['date}', '}'],
    ['', ''],
    ['  ', ''],
  ])('%j is checked before it is used', (template, wrong) => {
    const check = checkTemplate(template);
    expect(check.ok ? undefined : check.place).toBe(wrong);
    if (!check.ok) expect(check.message).toMatch(/\{date\}/);
  });
});

describe('a name is safe on every system', () => {
  test.each([
    ['a/b\\c:d*e?f"g<h>i|j', 'a-b-c-d-e-f-g-h-i-j.png'],
    ['../../etc/passwd', 'etc-passwd.png'],
    ['ends in dots and spaces . . .', 'ends in dots and spaces.png'],
    ['.hidden', 'hidden.png'],
    ['--force', 'force.png'],
    ['two\nlines\tand a bell\u0007', 'two lines and a bell.png'],
    ['invoice\u202egnp.exe', 'invoicegnp.exe.png'],
    ['zero\u200bwidth\ufeff', 'zerowidth.png'],
    ['con', '_con.png'],
    ['NUL.txt', '_NUL.txt.png'],
    ['com¹', '_com¹.png'],
    ['console', 'console.png'],
    ['lone \ud800 half', 'lone half.png'],
    ['e\u0301te\u0301', 'été.png'],
    ['می‌خواهم', 'می‌خواهم.png'],
    ['👩‍👩‍👧 at home', '👩‍👩‍👧 at home.png'],
    ['', 'untitled.png'],
    ['???', 'untitled.png'],
    ['\u0000', 'untitled.png'],
  ])('%j becomes %j', (prompt, name) => {
    expect(nameOf('{prompt}', { prompt })).toBe(name);
  });

  test('a long prompt is shortened in favor of the other parts', () => {
    const name = nameOf('{date}-{prompt}-{id}', { prompt: 'fox '.repeat(50_000) });
    expect(name).toMatch(/^2026-11-20-(fox )+f?o?x?-job-7\.png$/);
    expect(bytesOf(name)).toBeLessThanOrEqual(120);
    expect(bytesOf(name)).toBeGreaterThan(110);
  });

  test('it never ends inside a visible character', () => {
    const family = '👩‍👩‍👧‍👦';
    const name = nameOf('{prompt}', { prompt: family.repeat(100) });
    expect(name).toBe(`${family.repeat(4)}.png`);
    expect(nameOf('{prompt}', { prompt: `a${'\u0301'.repeat(400)}` })).toBe('untitled.png');
  });

  test('whatever the template, the values and the extension', () => {
    const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.string({ unit: 'grapheme' }));
    const all = fc.record({ date: text, time: text, model: text, prompt: text, seed: text, id: text });
    const template = fc.oneof(text, fc.constant('{prompt}{prompt}'), fc.constant('{model}-{prompt}.{id}'));
    fc.assert(
      fc.property(template, all, text, (pattern, any, extension) => {
        const name = fileNameFor(pattern, any, extension);
        expect(bytesOf(name)).toBeLessThanOrEqual(120);
        expect(name).not.toMatch(/[<>:"/\\|?*]|^[.\- ]|[. ]$|^$/);
        expect(name).not.toMatch(/(?![\u200c\u200d])\p{C}/u);
        expect(name).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i);
        expect(name.isWellFormed()).toBe(true);
        expect(name.normalize('NFC')).toBe(name);
      }),
      { numRuns: 600 },
    );
  });

  test('a typed name keeps its words and gets the right extension', () => {
    expect(safeFileName('my fox.PNG', 'png')).toBe('my fox.png');
    expect(safeFileName('my/fox', 'webp')).toBe('my-fox.webp');
  });
});

test('day and time are local to where the file was made', () => {
  const at = Date.UTC(2026, 10, 20, 23, 30, 5);
  expect(localDateAndTime(at, 0)).toEqual({ date: '2026-11-20', time: '23-30-05' });
  expect(localDateAndTime(at, 60)).toEqual({ date: '2026-11-21', time: '00-30-05' });
  expect(localDateAndTime(at, -210)).toEqual({ date: '2026-11-20', time: '20-00-05' });
});
