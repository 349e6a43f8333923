import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NewJob } from '../../../../electron/core/ports/jobs';
import type { Storage } from '../../../../electron/core/ports/storage';
import { pricedChat, pricedMedia } from '../../../../electron/core/prices/priced-request';
import type { Budget } from '../../../../shared/app/settings';
import type { CommandInput, CommandName } from '../../../../shared/contract';
import { openTestCore, type TestCore, untilListed } from '../../../support/core';
import { expectedIn } from '../../../support/money';

let app: TestCore;
let storage: Storage;

beforeAll(async () => {
  app = await openTestCore({
    wrapStorage: (opened) => {
      storage = opened;
      return opened;
    },
  });
  await untilListed(app);
});
afterAll(() => app.close());

const limit = (sandbox: Budget) => app.tell('settings.update', { patch: { budgets: { sandbox } } });
const painter = 'sandbox/aurora';
const image = () => ({
  ...{ id: randomUUID(), modality: 'image' as const, model: painter, prompt: 'A boat' },
  parameters: {},
});
const chat = () => ({ conversationId: null, messageId: randomUUID(), text: 'Hello', model: 'sandbox/echo' });
const batch = () => ({
  ...{ id: randomUUID(), name: 'B', model: painter, template: '{{a}}', columns: ['a'], rows: [['one']] },
  parameters: {},
});
const round = () => ({
  ...{ id: randomUUID(), roundId: randomUUID(), isTied: false, isSamePrompt: true },
  columns: [0, 1].map(() => ({ id: randomUUID(), model: painter, prompt: 'A boat', callId: randomUUID() })),
});
const planted = { n: 10, model: 'm/expensive' };

interface Send<Name extends CommandName> {
  readonly name: Name;
  readonly input: CommandInput<Name>;
  readonly field: string;
}
const send = <Name extends CommandName>(
  name: Name,
  input: CommandInput<Name>,
  field: string,
): Send<Name> => ({
  ...{ name, input, field },
});

describe('a field of the form among the extra parameters', () => {
  test.each([
    send('jobs.create', { ...image(), extra: planted }, 'extra.n'),
    send('jobs.create', { ...image(), extra: { num_images: 4 } }, 'extra.num_images'),
    send('jobs.create', { ...image(), modality: 'video', extra: { seconds: '12' } }, 'extra.seconds'),
    send('jobs.create', { ...image(), modality: 'speech', extra: { input: 'x' } }, 'extra.input'),
    send('chat.send', { ...chat(), settings: { extra: { messages: [] } } }, 'settings.extra.messages'),
    send(
      'chat.send',
      { ...chat(), settings: { extra: { max_completion_tokens: 9 } } },
      'settings.extra.max_completion_tokens',
    ),
    send('batches.create', { ...batch(), modality: 'image', parameters: {}, extra: planted }, 'extra.n'),
    send(
      'batches.create',
      { ...batch(), modality: 'chat', settings: { extra: planted } },
      'settings.extra.n',
    ),
    send(
      'compare.send',
      {
        ...{ ...round(), modality: 'image' as const },
        columns: round().columns.map((one) => ({
          ...{ ...one, parameters: {}, extra: planted },
        })),
      },
      'extra.n',
    ),
  ])('is refused by $name, which names $field and stores nothing', async ({ name, input, field }) => {
    const refused = await app.refusal(name as CommandName, input as never);
    expect(refused).toMatchObject({ code: 'invalid_input', field });
    expect(refused.message).toContain(`“${field.split('.').at(-1)}” can’t be an extra parameter`);
    expect(await app.tell('jobs.page', { modality: null, cursor: null, limit: 9 })).toMatchObject({
      jobs: [],
    });
    expect(await app.tell('conversations.list', { cursor: null, limit: 9 })).toMatchObject({
      conversations: [],
    });
  });
});

describe('what an earlier version stored', () => {
  const stored = (more: Partial<NewJob>): string => {
    const id = randomUUID();
    storage.jobs.insert({
      ...{ id, modality: 'image', profileId: 'sandbox', model: painter, prompt: 'A boat', parameters: {} },
      ...{ extra: planted, owner: null, createdAt: Date.now(), status: 'interrupted', isForeign: false },
      ...{ destination: { folder: app.home, fileNameTemplate: '{prompt}' }, remoteId: null },
      parts: [{ start: 0, end: 6, idempotencyKey: randomUUID() }],
      ...more,
    });
    return id;
  };

  test('is priced as it would be sent: with its model, its count and its size', async () => {
    const once = await app.tell('credits.forecast', {
      intent: { ...image(), kind: 'job', model: 'sandbox/aurora', prompt: 'A boat', extra: {} },
    });
    const id = stored({ extra: { n: 10, model: 'sandbox/aurora' } });
    const again = await app.tell('credits.forecast', { intent: { kind: 'resumeJob', id } });
    expect(expectedIn(once)?.estimate.to).toBeGreaterThan(0);
    expect(expectedIn(again)?.estimate.to).toBeCloseTo(10 * (expectedIn(once)?.estimate.to ?? 0));
    await limit({ hardPerDay: 9 * (expectedIn(once)?.estimate.to ?? 0) });
    expect(await app.refusal('jobs.resume', { id, isConfirmed: true })).toMatchObject({
      code: 'over_budget',
    });
    await limit({});
  });

  test('is sent again only once it was said what it sets, also without a limit', async () => {
    const id = stored({});
    const refused = await app.refusal('jobs.resume', { id });
    expect(refused).toMatchObject({ code: 'needs_confirmation' });
    expect(refused.message).toContain('“n”, “model”');
    expect(storage.jobs.get(id)?.status).toBe('interrupted');
  });

  test('is not sent where it never was and names what no form holds', async () => {
    const id = stored({ status: 'failed' });
    await app.tell('jobs.resume', { id, isConfirmed: true });
    const job = await app.until(() => {
      const found = storage.jobs.get(id);
      return found?.status === 'failed' && found.error !== null && found;
    });
    expect(job.error).toMatchObject({ code: 'invalid_input', field: 'extra.n' });
    expect(job).toMatchObject({ cost: null, mayStillCharge: false, media: [] });
  });

  test('is shown in the fields of the form, and sent again from there', async () => {
    const conversationId = randomUUID();
    storage.conversations.create({
      ...{ id: conversationId, title: 'Old', createdAt: Date.now(), model: 'sandbox/echo' },
      settings: { temperature: 0.1, extra: { temperature: 0.5, max_completion_tokens: 9, mirostat: 2 } },
    });
    const { settings } = await app.tell('conversations.get', { id: conversationId });
    expect(settings).toEqual({ temperature: 0.5, maxTokens: 9, extra: { mirostat: 2 } });
    const retried = stored({ extra: { num_images: 2, quality: 'low' }, status: 'failed' });
    const newId = randomUUID();
    await app.tell('jobs.retry', { id: retried, newId });
    expect(storage.jobs.get(newId)).toMatchObject({ parameters: { count: 2 }, extra: { quality: 'low' } });
    await app.tell('jobs.cancel', { id: newId });
  });
});

describe('an extra parameter that may change the price', () => {
  const open = () => ({ ...image(), extra: { quality: 'high' } });
  const intent = (request: ReturnType<typeof open>) => ({ kind: 'job' as const, ...request });

  test('makes the forecast a lower bound, and a known one does not', async () => {
    const shown = await app.tell('credits.forecast', { intent: intent(open()) });
    expect(shown).toMatchObject({ isAtLeast: true });
    const harmless = intent({ ...image(), extra: { user: 'me', negative_prompt: 'fog' } as never });
    expect((await app.tell('credits.forecast', { intent: harmless })).isAtLeast).toBeUndefined();
  });

  test.each([{ askAbove: 1_000 }, { hardPerDay: 1_000 }, { hardPerMonth: 1_000 }])(
    'is confirmed first with %j',
    async (budget) => {
      await limit(budget);
      const refused = await app.refusal('jobs.create', open());
      expect(refused).toMatchObject({ code: 'needs_confirmation', details: { isAtLeast: true, calls: 1 } });
      expect(refused.message).toContain('extra parameters may change the price');
      const { messageId, ...message } = chat();
      const settings = { reasoningEffort: 'high' as const };
      expect(await app.refusal('chat.send', { ...message, messageId, settings })).toMatchObject({
        ...{ code: 'needs_confirmation', details: { isAtLeast: true } },
      });
      await app.tell('jobs.create', { ...open(), isConfirmed: true });
      await limit({});
    },
  );
});

describe('the priced view of a body', () => {
  const asked = { model: 'm', characters: 6, parameters: {} };

  test.each([
    ['image', { n: 10 }, { count: 10 }, false],
    ['image', { num_images: '3', batch_size: 5 }, { count: 5 }, false],
    ['image', { n: 'many' }, {}, true],
    ['image', { image_size: 'huge' }, { size: 'huge' }, false],
    ['image', { width: 4_096, height: 4_096 }, {}, true],
    ['image', { top_k: 1, user: 'me' }, {}, false],
    ['image', { quality: 'high' }, {}, true],
    ['video', { seconds: '12' }, { duration: 12 }, false],
    ['video', { num_videos: 5, size: '4x4' }, { count: 5, size: '4x4' }, false],
    ['speech', { voice: 'x' }, {}, false],
  ] as const)('of %s with %j counts %j', (modality, extra, parameters, isOpen) => {
    expect(pricedMedia({ ...asked, modality, extra })).toEqual({
      ...{ model: 'm', characters: 6, parameters, isOpen },
    });
  });

  test('has the model and the text that the body has', () => {
    const extra = { model: 'other', input: 'x'.repeat(5_000) };
    expect(pricedMedia({ ...asked, modality: 'speech', extra })).toMatchObject({
      ...{ model: 'other', characters: 5_000 },
    });
    const settings = {
      maxTokens: 5,
      extra: { model: 'other', max_output_tokens: 900, n: 4, messages: ['x'] },
    };
    expect(pricedChat({ model: 'm', characters: 6, settings })).toEqual({
      ...{ model: 'other', characters: 5, maxTokens: 900, choices: 4, isOpen: false },
    });
  });
});
