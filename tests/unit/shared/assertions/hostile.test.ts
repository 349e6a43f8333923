/** Assertions of an experiment that somebody else wrote, and replies of a gateway that means harm, hold nothing up. */
import { expect, test } from 'vitest';
import { callTypes } from '../../../../shared/assertions/call-types';
import { fillValue } from '../../../../shared/assertions/fill-value';
import type { AssertionInput } from '../../../../shared/assertions/found';
import { runAssertionCode } from '../../../../shared/assertions/javascript';
import { transformed } from '../../../../shared/assertions/transform';
import { matchesPattern } from '../../../../shared/lab/files/name-pattern';
import { limits } from '../../../../shared/limits';

const callOf = (name: string) =>
  ({
    value: `${'a*'.repeat(30)}b`,
    isNot: false,
    threshold: null,
    reply: {
      text: '',
      finishReason: null,
      totalMs: null,
      cost: null,
      calls: [{ name, argumentsText: '{}' }],
    },
    tools: {},
  }) as unknown as AssertionInput;

const processorMs = (run: () => unknown): number => {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

test('a name of tools with many stars takes no longer than its length times that of the name', () => {
  const used = () => callTypes['trajectory:tool-used'](callOf('a'.repeat(5_000)));
  expect(processorMs(() => expect(used()).toMatchObject({ holds: false }))).toBeLessThan(2_000);
  expect(callTypes['trajectory:tool-used']({ ...callOf('Get_Weather'), value: 'get*w?ath*' })).toMatchObject({
    holds: true,
  });
});

test('so does a pattern of file names with thousands of alternatives', () => {
  const pattern = `{${','.repeat(200_000)}}.yaml`;
  const looked = () => Array.from({ length: 50 }, (_, at) => matchesPattern(`tests/${at}.csv`, pattern));
  expect(processorMs(looked)).toBeLessThan(2_000);
});

test('filters that make a text ever longer end with a sentence', () => {
  const longer = ' | replace("a", "aaaaaaaaaa")'.repeat(12);
  expect(() => fillValue(`{{ "a"${longer} }}`, {})).toThrow('more than 1,000,000 characters');
  const between = `{{ list | join("${'x'.repeat(2_000)}") }}`;
  expect(() => fillValue(between, { list: `[${'1,'.repeat(1_000)}1]` })).toThrow('more than 1,000,000');
  expect(fillValue('{{ "ab" | replace("", "-") }} {{ "aXbX" | replace("X", "$&") }}', {})).toBe(
    '-a-b- a$&b$&',
  );
  expect(fillValue(`{{ deep | dump }}`, { deep: '['.repeat(50_000) })).toHaveLength(50_002);
});

const assertion = { type: 'javascript', threshold: null } as never;
const output = { output: 'yes', vars: {}, prompt: '' };

test.each([
  ['no JSON', 'no JSON'],
  ['null', 'null'],
  ['a number', '5'],
  ['lists inside each other', `{"result":${'['.repeat(30_000)}${']'.repeat(30_000)},"changed":[]}`],
  ['more than a message may have', `{"result":"${'x'.repeat(limits.messageCharacters)}"}`],
])('code that ends with %s is unclear, and a transform fails', async (_what, content) => {
  const run = () => Promise.resolve({ content });
  expect(await runAssertionCode('true', assertion, output, run)).toMatch(/can’t be (read|judged)/);
  expect(await transformed(['output'], output, run)).toEqual({ why: expect.stringContaining('can’t be') });
});

test.each(['{"result":1e999}', '{"result":{"pass":true,"score":1e999,"reason":"all"}}'])(
  'a score without end is no verdict: %s',
  async (content) => {
    const found = await runAssertionCode('true', assertion, output, () => Promise.resolve({ content }));
    expect(found).toMatchObject({ holds: false, failsAnyway: true });
  },
);
