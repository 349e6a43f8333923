import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CheckResult, isContradiction } from '../../../../shared/checks/checks';
import { probeFacts, probeIds } from '../../../../shared/checks/probes';
import {
  type CheckGateway,
  type CheckGateways,
  checkGateways,
  startCheckGateways,
} from '../../../support/check-gateways';
import { openTestCore, type TestCore } from '../../../support/core';
import { memoryKeychain } from '../../../support/memory-keychain';

let app: TestCore;
let gateways: CheckGateways;
const seen = new Map<string, readonly CheckResult[]>();

beforeAll(async () => {
  app = await openTestCore({ keychain: memoryKeychain() });
  gateways = await startCheckGateways();
});
afterAll(async () => {
  await app.close();
  await gateways.close();
});

/** Speeds are no verdict. */
const probes = probeIds.filter((id) => probeFacts[id].kind !== 'speed');

async function check(gateway: CheckGateway): Promise<readonly CheckResult[]> {
  const { id: profileId } = await app.tell('profiles.create', {
    name: gateway.name,
    baseUrl: gateways.baseUrlOf(gateway),
    key: 'sk-check',
    keep: 'session',
  });
  await app.tell('profiles.activate', { id: profileId });
  await app.tell('models.refresh', {});
  const id = randomUUID();
  const scope = { profileId, models: [...gateway.models], probes };
  const { bound } = await app.tell('checks.start', { id, ...scope, isConfirmed: true });
  const run = await app.until(() =>
    app.events
      .flatMap((event) => (event.type === 'check.changed' && event.check.id === id ? [event.check] : []))
      .find(({ status }) => status !== 'running'),
  );
  expect(run).toMatchObject({ status: 'completed', error: null });
  expect(gateways.charged(gateway)).toBeLessThanOrEqual((bound[0]?.amount ?? 0) / 1e6);
  return (await app.tell('checks.results', { id })).results;
}

/** As one text: a failure says it where a list would only be counted. */
const linesOf = (results: readonly CheckResult[]) =>
  results.map(({ model, probe, result, note }) => `${model} ${probe} ${result}: ${note}`).join('\n');

test.each(checkGateways.map((gateway) => [gateway.kind, gateway.name, gateway] as const))(
  '%s gateway “%s”: nothing works that doesn’t, and only a liar is contradicted',
  async (kind, name, gateway) => {
    const results = await check(gateway);
    seen.set(name, results);
    expect(results.length).toBeGreaterThan(25);
    const falseWorks = results.filter(
      ({ probe, result }) => result === 'works' && gateway.broken.includes(probe),
    );
    expect(linesOf(falseWorks)).toBe('');
    const alarms = results.filter(isContradiction);
    if (kind === 'liar')
      expect(linesOf(alarms.filter(({ probe }) => !gateway.broken.includes(probe)))).toBe('');
    else expect(linesOf(alarms)).toBe('');
    // What no reply says otherwise is seen to work, or nothing of the above would mean much.
    if (name === 'whole') expect(linesOf(results.filter(({ result }) => result !== 'works'))).toBe('');
    for (const { evidence } of alarms) expect(evidence.length).toBeGreaterThan(0);
  },
);

test('nine of ten liars at least are contradicted, with the request and answer that show it', async () => {
  const flagged = checkGateways.filter(
    ({ kind, name }) => kind === 'liar' && (seen.get(name) ?? []).some(isContradiction),
  );
  expect(flagged.map(({ name }) => name).length).toBeGreaterThanOrEqual(9);
  for (const { name } of flagged) {
    const [found] = (seen.get(name) ?? []).filter(isContradiction);
    const call = await app.tell('checks.call', { id: found?.evidence[0] ?? '' });
    expect(call.request).toMatchObject({ messages: expect.anything() });
    expect(call.answer ?? call.error).not.toBeNull();
  }
});
