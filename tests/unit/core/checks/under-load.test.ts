/** Gateways that answer otherwise once several ask, and names that are aliases. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mayBeAlias } from '../../../../electron/core/checks/model-names';
import { type CheckResult, isContradiction } from '../../../../shared/checks/checks';
import type { ProbeId } from '../../../../shared/checks/probes';
import { type CheckGateway, type CheckGateways, startCheckGateways } from '../../../support/check-gateways';
import { openTestCore, type TestCore } from '../../../support/core';
import { loadGateways } from '../../../support/load-gateways';
import { memoryKeychain } from '../../../support/memory-keychain';

const aliases = (...models: readonly string[]): CheckGateway => ({
  name: models.join(),
  kind: 'honest',
  models,
  traits: () => ({ engine: 'one' }),
  answers: (body, asked) => ({ ...body, model: asked.model }),
  broken: [],
});
const named = [
  ['unclear', aliases('auto', 'default', 'lab/red-1')],
  ['unclear', aliases('auto', 'fast', 'default')],
  ['unclear', aliases('gpt-latest', 'smart', 'gpt-4o')],
  ['fails', aliases('auto', 'lab/red-1', 'lab/green-2')],
] as const;

let app: TestCore;
let gateways: CheckGateways;
beforeAll(async () => {
  app = await openTestCore({ keychain: memoryKeychain() });
  gateways = await startCheckGateways([...loadGateways, ...named.map(([, gateway]) => gateway)]);
});
afterAll(async () => {
  await app.close();
  await gateways.close();
});

async function check(gateway: CheckGateway, probes: readonly ProbeId[]): Promise<readonly CheckResult[]> {
  const { id: profileId } = await app.tell('profiles.create', {
    name: gateway.name,
    baseUrl: gateways.baseUrlOf(gateway),
    key: 'sk-check',
    keep: 'session',
  });
  await app.tell('profiles.activate', { id: profileId });
  await app.tell('models.refresh', {});
  const id = randomUUID();
  await app.tell('checks.start', {
    ...{ id, profileId, models: [...gateway.models], probes: [...probes], isConfirmed: true },
  });
  await app.until(() =>
    app.events.find(
      (event) => event.type === 'check.changed' && event.check.id === id && event.check.status !== 'running',
    ),
  );
  return (await app.tell('checks.results', { id })).results;
}

const speeds = ['speedAlone', 'speed2', 'speed4', 'speed8'] as const;
const seen = new Map<string, Map<string, CheckResult>>();
async function speedsOf(name: string) {
  const gateway = loadGateways.find((one) => one.name === name);
  if (gateway === undefined) throw new Error(name);
  const known = seen.get(name) ?? new Map((await check(gateway, speeds)).map((one) => [one.probe, one]));
  seen.set(name, known);
  return known;
}

describe('under load', () => {
  test.each(loadGateways.map(({ kind, name, broken }) => [kind, name, broken] as const))(
    '%s gateway “%s”: nothing works that doesn’t, and only a liar is contradicted',
    async (kind, name, broken) => {
      const results = [...(await speedsOf(name)).values()];
      expect(results.map(({ probe }) => probe).toSorted()).toEqual(speeds.toSorted());
      const works = results.filter(({ result, probe }) => result === 'works' && broken.includes(probe));
      expect(works.map(({ probe, note }) => `${probe}: ${note}`)).toEqual([]);
      const alarms = results.filter(isContradiction).map(({ probe }) => probe);
      expect(alarms.toSorted()).toEqual(kind === 'liar' ? broken.toSorted() : []);
      const others = results.filter(({ probe }) => !broken.includes(probe));
      expect(others.filter(({ result }) => result !== 'works').map(({ note }) => note)).toEqual([]);
    },
  );

  test('another model is named, with the streams that show it', async () => {
    const found = (await speedsOf('swaps under load')).get('speed8');
    expect(found?.note).toMatch(/^Alone its replies name gpt-4o; at once \d of 8 name gpt-4o-mini\.$/);
    expect(found?.evidence).toHaveLength(11);
  });

  test('other token counts are said, and are no proof', async () => {
    const found = (await speedsOf('swaps under load, silently')).get('speed8');
    expect(found?.note).toMatch(/^The same prompt counts \d+ tokens alone and \d+ at once/);
  });

  test('a stream that slows down beside others is said with its share', async () => {
    const found = (await speedsOf('throttles silently')).get('speed8');
    expect(found?.note).toMatch(/Each stream has \d+ % of the speed alone/);
    expect(found?.figures.find(({ label }) => label === 'Of the speed alone')).toMatchObject({ unit: '%' });
  });
});

describe('one engine under several names', () => {
  test.each(named.map(([result, gateway]) => [gateway.name, result, gateway] as const))(
    '%s: %s',
    async (_name, expected, gateway) => {
      const results = await check(gateway, ['reply', 'ownEngine']);
      const own = results.filter(({ probe }) => probe === 'ownEngine');
      expect(own.length).toBe(gateway.models.length);
      const found = own.map(({ result }) => result);
      if (expected === 'unclear') expect(found).toEqual(own.map(() => 'unclear'));
      else expect(found).toContain('fails');
    },
  );

  test.each([
    'auto',
    'lab/fast',
    'default',
    'router:free',
    'claude-sonnet-latest',
    'gpt-latest',
    'deepseek-chat',
  ])('%s may be an alias', (name) => expect(mayBeAlias(name)).toBe(true));
  test.each(['gpt-4o', 'lab/red-1', 'lab/one', 'claude-3-opus', 'orca', 'o3-mini', 'llama-3.1-8b'])(
    '%s is a name of its own',
    (name) => expect(mayBeAlias(name)).toBe(false),
  );
});
