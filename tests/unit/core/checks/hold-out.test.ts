import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CheckResult, isContradiction } from '../../../../shared/checks/checks';
import { type ProbeId, probeFacts, probeIds } from '../../../../shared/checks/probes';
import { honestOnes } from '../../../support/check-holdout/honest';
import { liars } from '../../../support/check-holdout/liars';
import type { HeldOut } from '../../../support/check-holdout/script';
import { type HoldOutServer, serveHoldOut } from '../../../support/check-holdout/server';
import { openTestCore, type TestCore } from '../../../support/core';
import { memoryKeychain } from '../../../support/memory-keychain';

let app: TestCore;
let server: HoldOutServer;
const profiles = new Map<HeldOut, string>();
beforeAll(async () => {
  app = await openTestCore({ keychain: memoryKeychain() });
  const all = [...honestOnes, ...liars];
  server = await serveHoldOut(all);
  for (const gateway of all) profiles.set(gateway, await profileOf(gateway));
});
afterAll(async () => {
  await app.close();
  await server.close();
});

/** What no catalog here claims is held against nobody: it is asked only where it may be said to work. */
const unclaimed: readonly ProbeId[] = [
  'developerRole',
  'n',
  'temperature0',
  'pdf',
  'audioIn',
  'audioOut',
  'prefill',
  'logprobs',
  'languages',
];

/** Of a liar those that its lie concerns; else all that may go wrong. Speeds don’t count. */
const probesOf = ({ kind, asksAll = kind === 'honest', shown, broken }: HeldOut): ProbeId[] =>
  probeIds.filter(
    (id) =>
      [...shown, ...broken, 'reply'].includes(id) ||
      (asksAll && probeFacts[id].kind !== 'speed' && !unclaimed.includes(id)),
  );

/** Its list of models is read too. */
async function profileOf(gateway: HeldOut): Promise<string> {
  const { id } = await app.tell('profiles.create', {
    name: gateway.name,
    baseUrl: server.baseUrlOf(gateway),
    key: 'sk-held-out',
    keep: 'session',
  });
  await app.tell('profiles.activate', { id });
  await app.tell('models.refresh', {});
  return id;
}

async function check(gateway: HeldOut) {
  const id = randomUUID();
  const profileId = profiles.get(gateway) ?? '';
  const scope = { profileId, models: [...gateway.models], probes: probesOf(gateway) };
  const { bound, unpriced } = await app.tell('checks.start', { id, ...scope, isConfirmed: true });
  const run = await app.until(() =>
    app.events
      .flatMap((event) => (event.type === 'check.changed' && event.check.id === id ? [event.check] : []))
      .find(({ status }) => status !== 'running'),
  );
  expect(run).toMatchObject({ status: 'completed', error: null });
  if (unpriced === 0) expect(server.charged(gateway)).toBeLessThanOrEqual((bound[0]?.amount ?? 0) / 1e6);
  return (await app.tell('checks.results', { id })).results;
}

/** As one text: a failure says it where a list would only be counted. */
const linesOf = (results: readonly CheckResult[]) =>
  results.map(({ model, probe, result, note }) => `${model} ${probe} ${result}: ${note}`).join('\n');

const falseWorks = ({ broken }: HeldOut, results: readonly CheckResult[]) =>
  results.filter(({ probe, result }) => result === 'works' && broken.includes(probe));

const named = (gateways: readonly HeldOut[]) => gateways.map((gateway) => [gateway.name, gateway] as const);

test.concurrent.each(named(honestOnes))(
  'nothing is held against the honest gateway “%s”',
  async (_name, gateway) => {
    const results = await check(gateway);
    expect(results.length).toBeGreaterThan(5);
    expect(linesOf(falseWorks(gateway, results))).toBe('');
    expect(linesOf(results.filter(isContradiction))).toBe('');
  },
);

test.concurrent.each(named(liars))(
  'the liar “%s” is seen, with the answer that shows it',
  async (_name, gateway) => {
    const results = await check(gateway);
    expect(linesOf(falseWorks(gateway, results))).toBe('');
    const found = results.filter(({ probe, result }) => result === 'fails' && gateway.shown.includes(probe));
    // What no reply shows is not guessed either.
    if (gateway.isHidden) return expect(linesOf(found)).toBe('');
    expect(linesOf(found)).not.toBe('');
    const { evidence } = found.at(-1) as CheckResult;
    const call = await app.tell('checks.call', { id: evidence.at(-1) ?? '' });
    expect(call.request).toMatchObject({ messages: expect.anything() });
    expect(call.answer).not.toBeNull();
  },
);
