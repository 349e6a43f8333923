/** What a person types wrong is said in a sentence that says what to type, before anything is opened or sent. */
import { describe, expect, test } from 'vitest';
import { readCheckOptions } from '../../../electron/check-command';
import { checkUsage } from '../../../electron/check-usage';
import { saidOfItself } from '../../../electron/command-flags';
import { explain, UsageError } from '../../../electron/command-line';
import { readRunOptions, runUsage } from '../../../electron/run-options';
import { version } from '../../../package.json';
import { AppError } from '../../../shared/errors';

const profile = ['--profile', 'Sandbox'];
const runs = (...args: readonly string[]) => readRunOptions(['a.yaml', ...profile, ...args]);
const checks = (...args: readonly string[]) => readCheckOptions([...profile, ...args]);

const mistakes: readonly (readonly [args: readonly string[], message: string])[] = [
  [['--budget', '-1'], '--budget takes a number such as 5 or 0.25, not “-1”.'],
  [['--budget', '5,5'], '--budget takes a number such as 5 or 0.25, not “5,5”.'],
  [['--budget', '1e3'], '--budget takes a number such as 5 or 0.25, not “1e3”.'],
  [['--budget='], '--budget takes a number such as 5 or 0.25, not “”.'],
  [['--budget'], '--budget needs a value.'],
  [['--budgt', '1'], 'Unknown flag “--budgt”.'],
  [['-b'], 'Unknown flag “-b”.'],
  [['--json=yes'], '--json takes no value.'],
  // In nine decimals of a dollar it can't be counted, so it would be no budget.
  [['--budget', '1000001'], '--budget takes at most 1,000,000.'],
];

describe.each([
  ['run', runs],
  ['check', checks],
] as const)('gatehouse %s', (_command, read) => {
  test.each(mistakes)('%j is refused in words of its own', (args, message) => {
    expect(() => read(...args)).toThrow(new UsageError(message));
  });

  test('a key in place of the name of its variable is not repeated', () => {
    expect(() => read('--key-env', 'sk-live-8472')).toThrow(
      /^--key-env takes the name of an environment variable/,
    );
    expect(read('--key-env', 'OPENAI_API_KEY')).toMatchObject({
      keyFrom: 'OPENAI_API_KEY',
      isKeyNamed: true,
    });
  });

  test('a budget of zero and one with decimals are numbers', () => {
    expect(read('--budget', '0')).toMatchObject({ budget: 0 });
    expect(read('--budget=0.25')).toMatchObject({ budget: 0.25 });
  });
});

test('a second file and an argument of nothing are named', () => {
  expect(() => runs('b.yaml')).toThrow('Name one file, not “a.yaml” and “b.yaml”.');
  expect(() => checks('sandbox/echo')).toThrow(
    'Unexpected argument “sandbox/echo”. Name models with --model.',
  );
});

test('each command says its flags and its version, and what follows -- is neither', () => {
  for (const usage of [runUsage, checkUsage]) {
    expect(saidOfItself(['--json', '-h'], usage)).toBe(usage);
    expect(saidOfItself(['--help'], usage)).toBe(usage);
    expect(saidOfItself(['--version'], usage)).toBe(version);
    expect(saidOfItself(['--', '--help'], usage)).toBeNull();
    for (const flag of ['--help', '--version', '--budget', '--key-env']) expect(usage).toContain(`  ${flag}`);
  }
});

test('what is wrong is the first line, and the next step the second', () => {
  expect(explain(new UsageError('Name the file to run.'), 'run')).toBe(
    'Name the file to run.\nTo see all flags: gatehouse run --help',
  );
  const question = new AppError({ code: 'needs_confirmation', message: 'This may cost more.' });
  expect(explain(question, 'check')).toBe('This may cost more. Add --yes to confirm.');
});
