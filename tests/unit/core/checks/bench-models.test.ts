import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { benchModels } from '../../../../electron/sandbox/bench/traits';
import { type CheckResult, isContradiction } from '../../../../shared/checks/checks';
import { type ProbeId, probeFacts, probeIds } from '../../../../shared/checks/probes';
import { openTestCore, type TestCore, untilListed } from '../../../support/core';
import { startTestSandbox, type TestSandbox } from '../../../support/sandbox';

let app: TestCore;
let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox({ bench: true });
  app = await openTestCore({ sandbox });
  await untilListed(app);
});
afterAll(async () => {
  await app.close();
  await sandbox.close();
});

async function check(models: readonly string[], probes: readonly ProbeId[]): Promise<readonly CheckResult[]> {
  const id = randomUUID();
  const { unpriced } = await app.tell('checks.start', { id, models: [...models], probes: [...probes] });
  expect(unpriced).toBe(0);
  await app.until(() =>
    app.events.some(
      (event) =>
        event.type === 'check.changed' && event.check.id === id && event.check.status === 'completed',
    ),
  );
  return (await app.tell('checks.results', { id })).results;
}

test('the honest model of the Sandbox does all that a check asks of a chat, at once and beside others', async () => {
  const results = await check(['bench/honest'], probeIds);
  const others = results.filter(({ result }) => result !== 'works');
  expect(others.map(({ probe, note }) => `${probe}: ${note}`)).toEqual([]);
  expect(results.filter(({ probe }) => probeFacts[probe].kind === 'ability').length).toBeGreaterThanOrEqual(
    26,
  );
  const speed = results.find(({ probe }) => probe === 'speed8');
  // The three alone are what those at once are compared with.
  expect(speed?.evidence).toHaveLength(3 + 8);
  expect(speed?.figures.map(({ label }) => label)).toContain('Speed, median');
});

test('how far a long context was tried is said beside what is claimed', async () => {
  const [, context] = await check(['bench/honest'], ['reply', 'context']);
  expect(context?.note).toMatch(
    /^Works up to about [38],000 tokens: .*The [\d,]+ that are claimed are not tried\.$/,
  );
  expect(context?.figures.map(({ label }) => label)).toEqual(['Found up to', 'Claimed context']);
});

const seenBy: Readonly<Record<string, ProbeId>> = {
  swaps: 'modelName',
  'strips-tools': 'toolsAuto',
  'ignores-limits': 'maxTokens',
  'invents-usage': 'usageGrows',
  'cuts-context': 'context',
  'drops-system': 'systemRole',
  'caches-nothing': 'promptCache',
  'fakes-streams': 'stream',
  'guesses-images': 'vision',
  overcharges: 'chargesListed',
};

test.each(Object.entries(seenBy))('bench/%s is seen by %s', async (name, probe) => {
  const results = await check([`bench/${name}`], ['reply', probe]);
  const found = results.find((result) => result.probe === probe);
  if (name === 'swaps') expect(found?.result).not.toBe('works');
  else expect(found).toMatchObject({ result: 'fails' });
  if (name !== 'swaps') expect(found !== undefined && isContradiction(found)).toBe(true);
});

test('one engine under three names is seen', async () => {
  const twins = benchModels.map(({ id }) => id).filter((id) => id.startsWith('bench/twin-'));
  const results = await check(twins, ['ownEngine']);
  expect(results.map(({ result }) => result)).toEqual(['fails', 'fails', 'fails']);
});

test('a repeated key is answered as before and charged once, and the list has no such models by default', async () => {
  const headers = {
    authorization: `Bearer ${sandbox.apiKey}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  };
  const body = JSON.stringify({
    model: 'bench/honest',
    messages: [{ role: 'user', content: 'Name a ship' }],
  });
  const before = (await sandbox.account()).chargeCount;
  const ask = async () =>
    (await fetch(`${sandbox.baseUrl}/chat/completions`, { method: 'POST', headers, body })).json();
  expect(await ask()).toMatchObject({ choices: (await ask()).choices });
  expect((await sandbox.account()).chargeCount).toBe(before + 1);
  const plain = await startTestSandbox();
  try {
    const list = await fetch(`${plain.baseUrl}/models`, {
      headers: { authorization: `Bearer ${plain.apiKey}` },
    });
    expect(await list.text()).not.toContain('bench/');
    const one = await fetch(`${plain.baseUrl}/models/bench/honest`, {
      headers: { authorization: `Bearer ${plain.apiKey}` },
    });
    expect(one.status).toBe(200);
  } finally {
    await plain.close();
  }
});
