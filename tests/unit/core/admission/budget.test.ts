import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Budget } from '../../../../shared/app/settings';
import { openTestCore, type TestCore, untilListed } from '../../../support/core';

let app: TestCore;
beforeEach(async () => {
  app = await openTestCore();
  await untilListed(app);
});
afterEach(() => app.close());

const limit = (budget: Budget) => app.tell('settings.update', { patch: { budgets: { sandbox: budget } } });
const video = (more: object = {}) => ({
  ...{
    id: randomUUID(),
    modality: 'video' as const,
    model: 'sandbox/kinograph',
    prompt: 'a boat',
    extra: {},
  },
  parameters: { duration: 10, resolution: '1080p' },
  ...more,
});
const message = (more: object = {}) => ({
  ...{
    conversationId: null,
    messageId: randomUUID(),
    text: 'hello',
    model: 'sandbox/markdown-tour',
    settings: {},
    ...more,
  },
});
const requests = async () => (await app.sandbox.account()).requests;

describe('a hard limit', () => {
  test('refuses an expensive video before anything is stored or sent, and states by how much', async () => {
    await limit({ hardPerDay: 5 });
    const refused = await app.refusal('jobs.create', video());
    expect(refused).toMatchObject({ code: 'over_budget', details: { period: 'day', limit: 5 } });
    expect(refused.message).toContain('Nothing was sent');
    expect((await app.tell('jobs.page', { modality: null, cursor: null, limit: 5 })).jobs).toEqual([]);
    expect(await requests()).not.toHaveProperty('POST /api/v1/videos/generations');
  });

  test('refuses a message and creates no chat', async () => {
    await limit({ hardPerMonth: 0.000001 });
    expect(await app.refusal('chat.send', message())).toMatchObject({ code: 'over_budget' });
    expect((await app.tell('app.snapshot', {})).conversations.conversations).toEqual([]);
    expect(await requests()).not.toHaveProperty('POST /api/v1/chat/completions');
  });

  test('is not lifted by a confirmation', async () => {
    await limit({ hardPerDay: 5 });
    expect(await app.refusal('jobs.create', video({ isConfirmed: true }))).toMatchObject({
      code: 'over_budget',
    });
  });

  test('counts running calls', async () => {
    const slow = { extra: { tokens: 4_000, tokens_per_second: 50 }, maxTokens: 2_000 };
    const first = await app.tell('chat.send', message({ model: 'sandbox/firehose', settings: slow }));
    const running = await app.refusal('settings.update', {
      patch: { budgets: { sandbox: { hardPerDay: -1 } } },
    });
    expect(running.code).toBe('invalid_input');
    await limit({ hardPerDay: 0.0001 });
    const refused = await app.refusal('chat.send', message());
    expect(refused.details).toMatchObject({ running: expect.any(Number) });
    expect((refused.details as { running: number }).running).toBeGreaterThan(0);
    await app.tell('chat.stop', { messageId: first.replyId });
  });

  test('counts what was spent, and admits what fits', async () => {
    await limit({ hardPerDay: 900 });
    const { reply } = await app.chat('fits');
    expect(reply.status).toBe('complete');
    await limit({ hardPerDay: 0.000001 });
    expect(await app.refusal('chat.send', message())).toMatchObject({ code: 'over_budget' });
  });

  test('applies to its own profile only', async () => {
    await app.tell('settings.update', { patch: { budgets: { another: { hardPerDay: 0 } } } });
    expect((await app.chat('free to go')).reply.status).toBe('complete');
  });
});

describe('a limit applies to every way of making a call', () => {
  test('a reply is neither regenerated nor continued beyond it', async () => {
    const { reply } = await app.chat('first');
    await limit({ hardPerDay: 0.000001 });
    const again = { messageId: reply.id, replyId: randomUUID() };
    expect(await app.refusal('chat.regenerate', again)).toMatchObject({ code: 'over_budget' });
    const further = { messageId: reply.id, intentId: randomUUID() };
    expect(await app.refusal('chat.continue', further)).toMatchObject({ code: 'over_budget' });
    expect((await app.sandbox.account()).chargeCount).toBe(1);
  });

  test('a job is neither retried nor resumed beyond it if that would send a request', async () => {
    const wish = video({ model: 'sandbox/none' });
    await app.tell('jobs.create', wish);
    await app.until(() =>
      app.events.some((event) => event.type === 'job.changed' && event.job.status === 'failed'),
    );
    await limit({ hardPerDay: 0 });
    const retry = { id: wish.id, newId: randomUUID() };
    expect(await app.refusal('jobs.retry', retry)).toMatchObject({ code: 'over_budget' });
    expect(await app.refusal('jobs.resume', { id: wish.id })).toMatchObject({ code: 'over_budget' });
    expect(await requests()).toMatchObject({ 'POST /api/v1/videos/generations': 1 });
    const [job] = (await app.tell('jobs.page', { modality: null, cursor: null, limit: 5 })).jobs;
    expect(job).toMatchObject({ id: wish.id, status: 'failed' });
  });

  test('a queued message stays queued, and a message says why', async () => {
    const slow = { extra: { tokens: 4_000, tokens_per_second: 50 } };
    const first = await app.tell('chat.send', message({ model: 'sandbox/firehose', settings: slow }));
    const { conversationId } = first;
    await app.tell('chat.enqueue', { ...message(), conversationId });
    await limit({ hardPerDay: 0 });
    await app.tell('chat.stop', { messageId: first.replyId });
    const notice = await app.until(
      () =>
        app.events
          .flatMap((event) => (event.type === 'notices.changed' ? event.notices : []))
          .find(({ title }) => title === 'Couldn’t send a queued message') ?? null,
    );
    expect(notice.message).toContain('This would exceed your limit of 0 credits per day');
    const conversation = await app.tell('conversations.get', { id: conversationId });
    expect(conversation.queued).toHaveLength(1);
    await app.tell('chat.dequeue', { messageId: conversation.queued[0]?.id ?? '' });
    expect((await app.tell('app.snapshot', {})).notices).toEqual([]);
  });
});

describe('a confirmation threshold', () => {
  test('refuses an expensive call until the person confirms it', async () => {
    await limit({ askAbove: 0.1 });
    const wish = video({ parameters: { duration: 1, resolution: '480p' } });
    expect(await app.refusal('jobs.create', wish)).toMatchObject({ code: 'needs_confirmation' });
    await app.tell('jobs.create', { ...wish, isConfirmed: true });
    await app.tell('jobs.cancel', { id: wish.id });
  });

  test('admits a cheap call without confirmation', async () => {
    await limit({ askAbove: 100 });
    expect((await app.chat('cheap')).reply.status).toBe('complete');
  });
});
