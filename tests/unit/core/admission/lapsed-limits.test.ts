/** Limits count in the unit of the profile. Where its gateway turns out to charge in another one, they would hold nothing. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defaultConnection } from '../../../../shared/profiles/defaults';
import { openTestCore, type TestCore } from '../../../support/core';
import { type PaidGateway, startPaidGateway } from '../../../support/paid-gateway';

const reply = {
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
  usage: { cost: 0.4 },
};

let gateway: PaidGateway;
let app: TestCore;
let profileId: string;
beforeEach(async () => {
  gateway = await startPaidGateway();
  app = await openTestCore();
  gateway.on('/models', () => ({ status: 401, body: { error: { message: 'No key.' } } }));
  gateway.on('/chat/completions', () => ({ body: reply }));
  const connection = defaultConnection;
  const profile = {
    name: 'Work',
    baseUrl: gateway.baseUrl,
    connection,
    key: 'a-key',
    keep: 'session',
  } as const;
  profileId = (await app.tell('profiles.create', profile)).id;
  await app.tell('profiles.activate', { id: profileId });
});
afterEach(async () => {
  await app.close();
  await gateway.close();
});

/** The list of models says which gateway it is, and with that its unit. */
async function listed() {
  const headers = { 'x-litellm-version': '1' };
  gateway.on('/models', () => ({ headers, body: { object: 'list', data: [{ id: 'm', object: 'model' }] } }));
  await app.tell('models.refresh', { profileId });
  const { profiles } = await app.tell('app.snapshot', {});
  expect(profiles.find(({ id }) => id === profileId)?.money?.unit).toBe('usd');
}

const limit = (setting: 'budgets' | 'dollarBudgets', budget: object) =>
  app.tell('settings.update', { patch: { [setting]: { [profileId]: budget } } });
const message = (more: object = {}) => ({
  ...{ conversationId: null, messageId: randomUUID(), text: 'hello', model: 'm' },
  ...{ settings: { stream: false }, ...more },
});
const asked = () => gateway.requests.filter(({ path }) => path.endsWith('/chat/completions')).length;

test.each(['hardPerDay', 'hardPerMonth', 'askAbove'])(
  '%s in credits is not lost without a word',
  async (name) => {
    await limit('budgets', { [name]: 5 });
    await listed();
    expect(await app.refusal('chat.send', message())).toMatchObject({
      code: 'needs_confirmation',
      message: expect.stringContaining('Your limits count credits, and its gateway charges US dollars'),
    });
    expect(asked()).toBe(0);
    await app.tell('chat.send', message({ isConfirmed: true }));
    await app.until(() => asked() === 1);
  },
);

test('what is decided in the new unit holds, also where it is no limit', async () => {
  await limit('budgets', { hardPerDay: 5 });
  await listed();
  await limit('dollarBudgets', { hardPerDay: 0 });
  expect(await app.refusal('chat.send', message())).toMatchObject({ code: 'over_budget' });
  await limit('dollarBudgets', {});
  await app.tell('chat.send', message());
  await app.until(() => asked() === 1);
});

test('a warning alone, and limits of another profile, ask nothing', async () => {
  await limit('budgets', { softPerDay: 5 });
  await listed();
  await app.tell('settings.update', { patch: { budgets: { another: { hardPerDay: 0 } } } });
  await app.tell('chat.send', message());
  await app.until(() => asked() === 1);
});
