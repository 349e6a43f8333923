import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readCheckOptions, runCheckCommand } from '../../../electron/check-command';
import type { Interrupts } from '../../../electron/command-interrupts';
import { UsageError } from '../../../electron/command-line';
import { readLaunch } from '../../../electron/launch';
import { type CheckGateways, checkGateways, startCheckGateways } from '../../support/check-gateways';
import { openTestCore, type TestCore } from '../../support/core';
import { memoryKeychain } from '../../support/memory-keychain';
import { type PaidGateway, startPaidGateway } from '../../support/paid-gateway';

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

async function against(
  script: (gateway: PaidGateway) => void,
  args: readonly string[],
  interrupts?: Pick<Interrupts, 'first'>,
) {
  const gateway = await startPaidGateway();
  script(gateway);
  const options = readCheckOptions(['--base-url', gateway.baseUrl, '--json', ...args]);
  if (options === 'help') throw new Error('help');
  const lines: Record<string, unknown>[] = [];
  const told: string[] = [];
  const world = {
    core: app.core,
    env: { GATEHOUSE_API_KEY: KEY },
    print: (line: string) => void lines.push(JSON.parse(line)),
    tell: (line: string) => void told.push(line),
    ...(interrupts && { interrupts }),
  };
  try {
    const code = await runCheckCommand(world, options);
    return { code, lines, told, sent: gateway.count('/chat/completions') };
  } finally {
    await gateway.close();
  }
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
    expect(told[0]).toMatch(/^2 probes of 1 model: up to 2 requests, at most [\d.]+ credits\.$/);
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
    const { code, lines, told } = await run(
      'whole',
      '--probe',
      'reply',
      '--probe',
      'context',
      '--budget',
      '0.9',
    );
    expect(code).toBe(3);
    expect(told[0]).toMatch(/, at most 0\.9 credits \([\d.]+ credits without the budget\)\.$/);
    expect(told[1]).toMatch(/^For the whole check, --budget [\d.]+ is enough\.$/);
    expect(lines.at(-1)).toMatchObject({ status: 'stopped', error: { code: 'over_budget' } });
    const whole = checkGateways.filter(({ name }) => name === 'whole');
    for (const gateway of whole) expect(gateways.charged(gateway)).toBeLessThanOrEqual(0.9);
  });

  test('ends with 2 where a model answered nothing, so that a wrong name is no success', async () => {
    const { code, lines } = await against(() => undefined, ['--model', 'm', '--probe', 'reply', '--yes']);
    expect(code).toBe(2);
    expect(lines.at(-1)).toMatchObject({ works: 0, unclear: 1, unanswered: ['m'], code: 2 });
  });

  test('says why the list of models can’t be read, and what to type instead', async () => {
    const error = { code: 'invalid_api_key', message: 'Wrong key.' };
    const refused = against((paid) => paid.on('/models', () => ({ status: 401, body: { error } })), []);
    await expect(refused).rejects.toThrow(/^The list of models couldn’t be read: Wrong key\.\nTo check one/);
    const empty = against((paid) => paid.on('/models', () => ({ body: { object: 'list', data: [] } })), []);
    await expect(empty).rejects.toThrow('The gateway lists no models. Name one with --model.');
  });

  test('says that a list of models ends too early, and what to type for one it lacks', async () => {
    const partial = (paid: PaidGateway) =>
      paid.on('/models', ({ query }) =>
        query.has('page_token') ? { status: 400 } : { body: { data: [{ id: 'm' }], next_page_token: 't' } },
      );
    const { told } = await against(partial, ['--probe', 'reply', '--yes']);
    expect(told[0]).toMatch(/^The list of models may be incomplete: .*400.*\nTo check one it lacks, name it/);
    const named = await against(partial, ['--model', 'm', '--probe', 'reply', '--yes']);
    expect(named.told.join()).not.toContain('incomplete');
  });

  test('stopped by hand, it sends nothing more and still ends with its summary', async () => {
    let asked: () => void = () => undefined;
    const first = new Promise<'signal'>((resolve) => {
      asked = () => resolve('signal');
    });
    const hangs = (paid: PaidGateway) =>
      paid.on('/chat/completions', () => {
        asked();
        return new Promise<never>(() => undefined);
      });
    const { code, lines, sent } = await against(hangs, ['--model', 'm', '--yes'], { first });
    expect(code).toBe(2);
    expect(lines).toMatchObject([{ type: 'summary', status: 'stopped', hasUnknownCost: true, code: 2 }]);
    expect(sent).toBe(1);
    // Not one that the app goes on with when it is opened.
    const { checks } = await app.tell('checks.list', { profileId: null, cursor: null, limit: 1 });
    expect(checks).toMatchObject([{ status: 'stopped' }]);
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
