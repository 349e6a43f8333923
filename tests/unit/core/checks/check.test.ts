import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CommandInput } from '../../../../shared/contract';
import { openTestCore, type TestCore, untilListed } from '../../../support/core';
import { paidIn } from '../../../support/money';

let app: TestCore;
beforeEach(async () => {
  app = await openTestCore();
  await untilListed(app);
});
afterEach(() => app.close());

const untilEnded = (id: string) =>
  app.until(() =>
    app.events
      .flatMap((event) => (event.type === 'check.changed' && event.check.id === id ? [event.check] : []))
      .find(({ status }) => status !== 'running'),
  );

const few: CommandInput<'checks.plan'> = {
  models: ['sandbox/echo'],
  probes: ['reply', 'streamUsage', 'temperature0'],
};

describe('a check', () => {
  test('says how many requests it makes and what they cost at most, and sends nothing', async () => {
    const plan = await app.tell('checks.plan', few);
    expect(plan).toMatchObject({ calls: 4, unpriced: 0, total: 3 });
    expect(plan.bound[0]?.amount).toBeGreaterThan(0);
    expect((await app.sandbox.account()).chargeCount).toBe(0);
  });

  test('asks each once, keeps request and answer, and costs what was charged', async () => {
    const id = randomUUID();
    const { bound } = await app.tell('checks.start', { id, ...few });
    await app.tell('checks.start', { id, ...few });
    const check = await untilEnded(id);
    const { results } = await app.tell('checks.results', { id });
    expect(results.map(({ probe, result }) => [probe, result])).toEqual([
      ['reply', 'works'],
      ['streamUsage', 'works'],
      ['temperature0', 'works'],
    ]);
    const account = await app.sandbox.account();
    expect(account.chargeCount).toBe(4);
    expect(check).toMatchObject({ status: 'completed', calls: 4, done: 3, total: 3 });
    expect(check.spent[0]?.amount).toBe(Math.round(account.charged * 1e6));
    expect(check.spent[0]?.amount).toBeLessThanOrEqual(bound[0]?.amount ?? 0);
    expect(results.reduce((sum, one) => sum + (paidIn(one) ?? 0), 0)).toBe(check.spent[0]?.amount);
    const call = await app.tell('checks.call', { id: results[0]?.evidence[0] ?? '' });
    expect(call).toMatchObject({ status: 'answered', request: { model: 'sandbox/echo' }, step: 'plain' });
    expect(call.answer).toMatchObject({ text: 'Reply with the word ready.' });
    expect((await app.tell('inspector.get', { id: call.recordId ?? '' })).status).toBe(200);
    const code = await app.tell('code.request', { of: 'checkCall', callId: call.id });
    expect(code).toMatchObject({ operation: 'chat', bodies: [call.request] });
  });

  test('is stopped where the next request could exceed the budget', async () => {
    const id = randomUUID();
    const plan = await app.tell('checks.plan', few);
    const budget = ((plan.bound[0]?.amount ?? 0) / 1e6) * 0.4;
    await app.tell('checks.start', { id, ...few, budget });
    const check = await untilEnded(id);
    expect(check).toMatchObject({ status: 'stopped', error: { code: 'over_budget' } });
    expect(check.spent[0]?.amount ?? 0).toBeLessThanOrEqual(budget * 1e6);
  });

  test('is exported as JSON and as a page without scripts, and its results are the newest of the model', async () => {
    const ids = [randomUUID(), randomUUID()];
    for (const id of ids) {
      await app.tell('checks.start', { id, ...few });
      await untilEnded(id);
    }
    const { results } = await app.tell('checks.latest', { profileId: null, model: 'sandbox/echo' });
    expect(results.map(({ checkId, before }) => [checkId, before?.result])).toEqual([
      [ids[1], 'works'],
      [ids[1], 'works'],
      [ids[1], 'works'],
    ]);
    const json = await app.tell('checks.export', { id: ids[0] ?? '', format: 'json' });
    expect(JSON.parse(json.text)).toMatchObject({ profile: 'Sandbox', results: { length: 3 } });
    const html = await app.tell('checks.export', { id: ids[0] ?? '', format: 'html' });
    expect(html.text).toMatch(/^<!doctype html>/);
    expect(html.text).not.toMatch(/<script|src=|href=/);
    await app.tell('checks.remove', { id: ids[0] ?? '' });
    expect((await app.refusal('checks.get', { id: ids[0] ?? '' })).code).toBe('not_found');
  });
});
