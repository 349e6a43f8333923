import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readCheckOptions, runCheckCommand } from '../../../electron/check-command';
import { UsageError } from '../../../electron/command-line';
import { readLaunch } from '../../../electron/launch';
import { type CheckGateways, checkGateways, startCheckGateways } from '../../support/check-gateways';
import { openTestCore, type TestCore } from '../../support/core';
import { memoryKeychain } from '../../support/memory-keychain';

let app: TestCore;
let gateways: CheckGateways;
beforeEach(async () => {
  app = await openTestCore({ keychain: memoryKeychain() });
  gateways = await startCheckGateways();
});
afterEach(async () => {
  await app.close();
  await gateways.close();
});

const KEY = 'sk-never-printed-8472';

async function run(gateway: string, ...args: readonly string[]) {
  const found = checkGateways.find(({ name }) => name === gateway);
  if (found === undefined) throw new Error(`no gateway ${gateway}`);
  const options = readCheckOptions([
    ...['--base-url', gateways.baseUrlOf(found), '--key-env', 'MY_KEY', '--json'],
    ...args,
  ]);
  if (options === 'help') throw new Error('help');
  const lines: string[] = [];
  const told: string[] = [];
  const code = await runCheckCommand(
    {
      core: app.core,
      env: { MY_KEY: KEY },
      print: (line) => void lines.push(line),
      tell: (line) => void told.push(line),
    },
    options,
  );
  expect(lines.join('\n') + told.join('\n')).not.toContain(KEY);
  return { code, told, lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

describe('gatehouse check', () => {
  test('prints a line for each probe with its evidence, a summary last, and ends with 0 where all works', async () => {
    const { code, lines, told } = await run(
      'whole',
      '--model',
      'lab/whole',
      '--probe',
      'reply',
      '--probe',
      'n',
    );
    expect(code).toBe(0);
    expect(told[0]).toMatch(/^2 probes of 1 models: up to 2 requests, at most [\d.]+ credits\.$/);
    expect(lines).toMatchObject([
      {
        model: 'lab/whole',
        probe: 'reply',
        result: 'works',
        claimed: null,
        cost: { credits: expect.any(Number) },
      },
      {
        model: 'lab/whole',
        probe: 'n',
        result: 'works',
        evidence: [{ request: { n: 2 }, status: 'answered' }],
      },
      { type: 'summary', status: 'completed', works: 2, fails: 0, calls: 2, code: 0 },
    ]);
    expect((await app.tell('app.snapshot', {})).activeProfileId).toBe('sandbox');
  });

  test('ends with 1 where something does not work, and names what contradicts the gateway', async () => {
    const { code, lines } = await run('drops-system', '--probe', 'reply', '--probe', 'systemRole');
    expect(code).toBe(1);
    expect(lines.at(-1)).toMatchObject({
      fails: 1,
      contradicted: [{ model: 'lab/drops-system', probe: 'systemRole' }],
    });
  });

  test('ends with 3 where the budget is used up, and spends no more', async () => {
    const { code, lines } = await run('whole', '--probe', 'reply', '--probe', 'context', '--budget', '0.9');
    expect(code).toBe(3);
    expect(lines.at(-1)).toMatchObject({ status: 'stopped', error: { code: 'over_budget' } });
    const whole = checkGateways.filter(({ name }) => name === 'whole');
    for (const gateway of whole) expect(gateways.charged(gateway)).toBeLessThanOrEqual(0.9);
  });

  test('takes the key from no argument, and says what is wrong with the others', () => {
    const refused = (...args: readonly string[]) => {
      expect(() => readCheckOptions(args)).toThrow(UsageError);
    };
    refused();
    refused('--profile', 'a', '--base-url', 'https://b.example');
    refused('--profile', 'a', '--key', 'sk-1');
    refused('--profile', 'a', '--budget', 'much');
    refused('--profile', 'a', '--probe', 'telepathy');
    expect(readCheckOptions(['--help'])).toBe('help');
    expect(readLaunch(['check', '--profile', 'a'])).toEqual({ kind: 'check' });
    expect(readLaunch(['--no-sandbox', 'check', '--help'])).toEqual({ kind: 'check' });
  });
});
