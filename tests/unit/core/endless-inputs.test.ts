/** What comes from outside and would take hours to read: everything else of the app would wait for it, also Stop. */
import { describe, expect, test, vi } from 'vitest';
import { rowFormatOf } from '../../../electron/core/batch/row-format';
import { readPromptFile } from '../../../electron/core/prompts/prompt-file';
import { findAnywhere } from '../../../electron/gateway/parse/found-anywhere';
import { isLinesOfJson } from '../../../electron/gateway/parse/lines-of-json';
import { sentenceOf } from '../../../electron/gateway/parse/refusal-sentence';
import { readYaml } from '../../../electron/read-yaml';
import { withinMoment } from '../../../electron/test-pattern';
import { bodyOf } from '../../../shared/assertions/javascript';
import { gleu } from '../../../shared/assertions/text-scores';
import { asOneCode } from '../../../shared/assertions/transform';
import { withCodeRuns } from '../../../shared/lab/files/code-runs';
import { readExperimentFile } from '../../../shared/lab/files/read-file';
import { replyChecker } from '../../../shared/run/check-reply';

const LONG = 400_000;

describe('a body of a gateway', () => {
  test('whose lines are blank holds no second object', () => {
    expect(isLinesOfJson(`{${'\n'.repeat(LONG)}"a": 1}`)).toBe(false);
    expect(isLinesOfJson(`{"a": 1}${'\n'.repeat(LONG)}{"b": 2}`)).toBe(true);
    expect(isLinesOfJson('{\n  "a": {\n    "b": 1 }\n}')).toBe(false);
  });

  test('says what is wrong with dots without end', () => {
    const body = { message: `No${'.'.repeat(LONG)} more`, errors: { size: ['is wrong'] } };
    expect(sentenceOf(body, body)).toMatch(/^No\.+ more: size: is wrong$/);
    expect(sentenceOf({ message: 'Wrong. : ' }, { errors: { size: ['is large'] } })).toBe(
      'Wrong: size: is large',
    );
  });

  test('names a result whose address ends in dots without end', () => {
    const text = `see https://a.example/v.mp4${'.'.repeat(LONG)}/x and https://a.example/w.mp4...`;
    const found = findAnywhere({ text }, 'https://a.example/v1');
    expect(found).toContainEqual({ kind: 'url', url: 'https://a.example/w.mp4' });
  });
});

describe('a suite', () => {
  const world = {
    runFunction: () => Promise.resolve({ content: '[]' }),
    templateCode: () => Promise.resolve(''),
  };

  test('that takes too long is given up once, also where code of it still waits', async () => {
    const bounded = vi.fn((run: () => unknown) => withinMoment(run, 50));
    const read = withCodeRuns(
      (runs) => {
        runs.fill({ template: '{{a}}', vars: {}, env: {}, filters: {} });
        for (;;);
      },
      { ...world, withinMoment: bounded as never },
    );
    await expect(read).rejects.toThrow('The file takes too long to be read, and was given up.');
    expect(bounded).toHaveBeenCalledTimes(1);
  });

  test('that is read again once its code has run has what is left of the time', async () => {
    const runFunction = () => Promise.resolve({ content: JSON.stringify([{ content: 'filled' }]) });
    const bounded = vi.fn(withinMoment);
    const read = await withCodeRuns(
      (runs) => runs.fill({ template: '{{a}}', vars: {}, env: {}, filters: {} }),
      { ...world, runFunction, withinMoment: bounded as never },
    );
    expect(read).toBe('filled');
    const [first = 0, second = 0] = bounded.mock.calls.map(([, mostMs]) => mostMs);
    expect(second).toBeLessThanOrEqual(first);
  });

  test('whose code has lines without end is read in time, or given up', async () => {
    const reading = {
      ...{ profileId: 'p', models: ['m'], prompt: null, readYaml, list: () => [] },
      readOther: () => '\n'.repeat(LONG),
    };
    const suite =
      'prompts: [Hi]\ntests: [{ vars: { a: 1 }, assert: [{ type: javascript, value: file://a.js }] }]';
    const read = withCodeRuns((runs) => readExperimentFile('a.yaml', suite, { ...reading, runs }), {
      ...world,
      withinMoment: (run) => withinMoment(run, 200),
    });
    await expect(read).rejects.toThrow('The file takes too long to be read');
  });

  test('whose code and answers have signs without end is judged', () => {
    const semicolons = ';'.repeat(LONG);
    expect(bodyOf(`a${semicolons}b`)).toBe(`return a${semicolons}b`);
    expect(bodyOf('a;; ')).toBe('return a');
    expect(asOneCode([`a${semicolons}b`, 'c;'])).toContain('(c)');
    expect(gleu(`a ${'.'.repeat(LONG)}b`, ['a b'])).toBeLessThan(1);
    expect(gleu('a b...', ['a b'])).toBe(1);
  });
});

test('a prompt of braces without end is a prompt', () => {
  const text = `${'{'.repeat(190_000)} {{#if a}} {{{b}}}`;
  expect(readPromptFile(text, readYaml).notes[0]).toContain('“{{#if a}}”, “{{{b}}}” can’t be filled in here');
});

test('a schema that branches without end says nothing of the rows of a batch', () => {
  const twice = (at: number) => ({ allOf: [{ $ref: `#/$defs/a${at}` }, { $ref: `#/$defs/a${at}` }] });
  const all = Array.from({ length: 40 }, (_, at) => [`a${at}`, twice(at + 1)] as const);
  const read = (schema: object) => {
    const asked = { type: 'json_schema', json_schema: { name: 'a', schema } };
    const batch = { modality: 'chat', settings: { extra: { response_format: asked } } };
    const storage = { messages: { get: () => ({ text: '{}' }) } };
    return rowFormatOf(
      { storage, replyChecker, withinMoment } as never,
      batch as never,
    )({
      ...{ status: 'done', replyId: 'r' },
    } as never);
  };
  expect(read({ required: ['a'] }).misfit).toMatchObject({ why: 'is missing' });
  expect(read({ $defs: { ...Object.fromEntries(all), a40: {} }, ...twice(0) })).toEqual({});
});
