import { randomUUID } from 'node:crypto';
import { createCanvas } from '@napi-rs/canvas';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CommandInput } from '../../../../shared/contract';
import { aRound, chatsOf, comparisonOf, jobOf, nextRound, settled } from '../../../support/compare-core';
import { openTestCore, type TestCore, untilListed } from '../../../support/core';
import { expectedIn, paidIn } from '../../../support/money';

type ForecastIntent = CommandInput<'credits.forecast'>['intent'];

let app: TestCore;
beforeEach(async () => {
  app = await openTestCore();
  await untilListed(app);
});
afterEach(() => app.close());

const two = [{ model: 'sandbox/echo' }, { model: 'sandbox/eliza' }];
const failing = { model: 'sandbox/flaky', settings: { extra: { fail_status: 400 } } };
const small = { size: '512x512', format: 'png', seed: 3 };
const pictures = [
  { model: 'sandbox/aurora', parameters: small },
  { model: 'sandbox/isometric', parameters: small },
];
const limit = (budget: object) => app.tell('settings.update', { patch: { budgets: { sandbox: budget } } });
const chats = async () => (await app.tell('conversations.list', { cursor: null, limit: 10 })).conversations;
const listed = async (modality: 'chat' | 'image' = 'chat') =>
  (await app.tell('compare.page', { modality, cursor: null, limit: 10 })).comparisons;
const charges = async () => (await app.sandbox.account()).charges;

describe('a comparison of chats', () => {
  test('sends to every column, each in a separate chat that is not in the list of chats', async () => {
    const round = aRound(two);
    await app.tell('compare.send', round);
    const comparison = await settled(app, round.id);
    expect(comparison).toMatchObject({ title: 'What is a kite?', modality: 'chat', hasUnknownCost: false });
    expect(comparison.columns.map(({ model }) => model)).toEqual(['sandbox/echo', 'sandbox/eliza']);
    const said = await chatsOf(app, comparison);
    expect(said.map(([asked, reply]) => [asked?.text, reply?.model, reply?.status])).toEqual([
      ['What is a kite?', 'sandbox/echo', 'complete'],
      ['What is a kite?', 'sandbox/eliza', 'complete'],
    ]);
    const cost = said.flat().reduce((sum, one) => sum + (paidIn(one) ?? 0), 0);
    expect(paidIn(comparison)).toBe(cost);
    expect(await chats()).toEqual([]);
    expect((await listed()).map(({ id }) => id)).toEqual([round.id]);
  });

  test('sent twice, at once and later, is sent to the gateway and charged once', async () => {
    const round = aRound(two);
    await Promise.all([app.tell('compare.send', round), app.tell('compare.send', round)]);
    await settled(app, round.id);
    await app.tell('compare.send', round);
    const comparison = await settled(app, round.id);
    expect((await chatsOf(app, comparison)).map(({ length }) => length)).toEqual([2, 2]);
    expect(await charges()).toHaveLength(2);
  });

  test('continues in every column with its own earlier messages', async () => {
    const round = aRound(two);
    await app.tell('compare.send', round);
    await settled(app, round.id);
    await app.tell('compare.send', nextRound(round, 'And a boomerang?'));
    const said = await chatsOf(app, await settled(app, round.id));
    expect(said.map((messages) => messages.map(({ role }) => role))).toEqual([
      ['user', 'assistant', 'user', 'assistant'],
      ['user', 'assistant', 'user', 'assistant'],
    ]);
    expect(said.map((messages) => messages[2]?.text)).toEqual(['And a boomerang?', 'And a boomerang?']);
    expect(await listed()).toHaveLength(1);
  });

  test('continues when one column fails, and retries that column alone', async () => {
    const round = aRound([...two, failing]);
    await app.tell('compare.send', round);
    const said = await chatsOf(app, await settled(app, round.id));
    expect(said.map((messages) => messages[1]?.status)).toEqual(['complete', 'complete', 'failed']);
    const messageId = said[2]?.[1]?.id ?? '';
    await app.tell('chat.regenerate', { messageId, replyId: randomUUID() });
    await settled(app, round.id);
    expect((await app.sandbox.account()).requests['POST /api/v1/chat/completions']).toBe(4);
  });

  test('takes a chat along: each column begins with a copy of it, and what it adds is foreseen', async () => {
    const first = { messageId: randomUUID(), text: `Remember ${'x'.repeat(4_000)}`, model: 'sandbox/echo' };
    const sent = await app.tell('chat.send', { conversationId: null, settings: {}, ...first });
    await app.until(() =>
      app.events.some(
        (event) =>
          event.type === 'message.changed' && event.message.id === sent.replyId && event.message.usage,
      ),
    );
    const round = { ...aRound(two), afterMessageId: sent.replyId };
    const intent = { ...aRound(two), kind: 'compare' } as ForecastIntent;
    const [alone, along] = await Promise.all(
      [intent, { ...intent, afterMessageId: sent.replyId }].map((one) =>
        app.tell('credits.forecast', { intent: one }),
      ),
    );
    expect((along && expectedIn(along))?.estimate.from).toBeGreaterThan(
      ((alone && expectedIn(alone))?.estimate.from ?? Number.NaN) * 2,
    );
    await app.tell('compare.send', round);
    const said = await chatsOf(app, await settled(app, round.id));
    const replies = said.map((messages) => messages.filter(({ role }) => role === 'assistant'));
    // The copy was paid for where it was written.
    expect(replies.map((own) => own.map((one) => (paidIn(one) ?? 0) > 0))).toEqual([
      [false, true],
      [false, true],
    ]);
    expect(said[0]?.map(({ text }) => text.slice(0, 10))).toEqual([
      ...Array(2).fill('Remember x'),
      ...Array(2).fill('What is a '),
    ]);
    expect(await chats()).toHaveLength(1);
    const gone = { ...aRound(two), afterMessageId: randomUUID() };
    expect(await app.refusal('compare.send', gone)).toMatchObject({ code: 'not_found' });
    expect(await listed()).toHaveLength(1);
  });

  test('sends each column its own message if it has one', async () => {
    const words = [
      { ...two[0], prompt: 'one' },
      { ...two[1], prompt: 'other' },
    ];
    const round = aRound(words as typeof two);
    await app.tell('compare.send', round);
    const comparison = await settled(app, round.id);
    expect(comparison.columns.map(({ prompt }) => prompt)).toEqual(['one', 'other']);
    expect((await chatsOf(app, comparison)).map(([asked]) => asked?.text)).toEqual(['one', 'other']);
  });

  test('accepts no further message while a column is still streaming', async () => {
    const slow = { model: 'sandbox/firehose', settings: { extra: { tokens_per_second: 5 } } };
    const round = aRound([two[0] as { model: string }, slow]);
    await app.tell('compare.send', round);
    expect(await app.refusal('compare.send', nextRound(round, 'more'))).toMatchObject({ code: 'busy' });
    await app.tell('compare.remove', { id: round.id });
  });
});

describe('the guard of a comparison', () => {
  test('asks for confirmation once, for the total of all columns, and stores, sends and charges nothing before', async () => {
    await limit({ askAbove: 0.5 });
    const run = { maxTokens: 1_000, extra: { tokens_per_second: 0 } };
    const dear = { model: 'sandbox/markdown-tour', settings: run };
    const round = aRound([dear, dear, dear, dear]);
    const refused = await app.refusal('compare.send', round);
    expect(refused.code).toBe('needs_confirmation');
    expect((refused.details as { calls: number }).calls).toBe(4);
    expect(await listed()).toEqual([]);
    expect((await app.sandbox.account()).requests).not.toHaveProperty('POST /api/v1/chat/completions');
    await app.tell('compare.send', { ...round, isConfirmed: true });
    await settled(app, round.id);
    expect(await charges()).toHaveLength(4);
  });

  test('refuses a total above a hard limit, although each column alone would fit', async () => {
    const four = { model: 'sandbox/aurora', parameters: { size: '1024x1024' } };
    await limit({ hardPerDay: 6 });
    const refused = await app.refusal('compare.send', aRound([four, four], { modality: 'image' }));
    expect(refused).toMatchObject({ code: 'over_budget', details: { limit: 6, estimate: { to: 8 } } });
    expect(await listed('image')).toEqual([]);
    expect((await app.tell('jobs.page', { modality: null, cursor: null, limit: 5 })).jobs).toEqual([]);
    expect(await charges()).toEqual([]);
  });
});

describe('a comparison of images', () => {
  test('creates a job for each column, and a retried one replaces it in the round', async () => {
    const round = aRound([...pictures, { model: 'sandbox/nobody', parameters: small }], {
      modality: 'image',
    });
    await app.tell('compare.send', round);
    const comparison = await settled(app, round.id);
    const { jobs } = await app.tell('compare.get', { id: round.id });
    expect(jobs.map(({ status }) => status)).toEqual(['completed', 'completed', 'failed']);
    expect(jobs.map(({ owner }) => owner?.id)).toEqual([round.id, round.id, round.id]);
    const newId = randomUUID();
    await app.tell('jobs.retry', { id: comparison.columns[2]?.runs[0]?.jobId ?? '', newId });
    await jobOf(app, newId);
    const runs = (await comparisonOf(app, round.id)).columns[2]?.runs;
    expect(runs).toEqual([{ roundId: round.roundId, jobId: newId }]);
    expect(await charges()).toHaveLength(2);
  });

  test('refuses wrong parameters of any column before anything is stored', async () => {
    const wrong = { model: 'sandbox/aurora', parameters: { count: 99 } };
    const round = aRound([...pictures, wrong], { modality: 'image' });
    expect(await app.refusal('compare.send', round)).toMatchObject({ code: 'invalid_input' });
    expect(await listed('image')).toEqual([]);
  });
});

test('an image goes to several models at once, in the role that each takes, at the price of all', async () => {
  const canvas = createCanvas(16, 16);
  const base64 = canvas.encodeSync('png').toString('base64');
  const { id, name } = await app.tell('attachments.add', { name: 'photo.png', base64 });
  const round = aRound(
    [
      { model: 'sandbox/relight', inputs: [{ role: 'image', id, name }] },
      { model: 'sandbox/collage', inputs: [{ role: 'reference', id, name }] },
    ],
    { modality: 'image' },
  );
  const { roundId: _id, ...planned } = round;
  const intent = {
    kind: 'compare',
    ...planned,
    columns: round.columns.map(({ callId: _call, ...column }) => column),
  } as ForecastIntent;
  const foreseen = await app.tell('credits.forecast', { intent });
  await app.tell('compare.send', round);
  const comparison = await settled(app, round.id);
  const jobs = await Promise.all(comparison.columns.map(({ runs }) => jobOf(app, runs[0]?.jobId ?? '')));
  expect(
    jobs.map(({ status, inputs }) => [status, inputs?.map(({ role, file }) => [role, file?.id])]),
  ).toEqual([
    ['completed', [['image', id]]],
    ['completed', [['reference', id]]],
  ]);
  expect(foreseen.costs).toMatchObject([{ most: 6 }]);
  expect(paidIn(comparison)).toBe(6_000_000);
});

describe('a stored comparison', () => {
  const begun = async (columns: Parameters<typeof aRound>[0] = two) => {
    const round = aRound(columns);
    await app.tell('compare.send', round);
    return await settled(app, round.id);
  };

  test('makes a picked chat an ordinary one, and takes it back when the pick is undone', async () => {
    const { id, columns } = await begun();
    const [first] = columns;
    await app.tell('compare.pick', { id, columnId: first?.id ?? '' });
    expect((await chats()).map((chat) => chat.id)).toEqual([first?.conversationId]);
    expect(await comparisonOf(app, id)).toMatchObject({ winnerId: first?.id });
    const round = aRound(
      columns.map(({ id: column, model }) => ({ id: column, model })),
      { id },
    );
    expect(await app.refusal('compare.send', round)).toMatchObject({ code: 'invalid_input' });
    await app.tell('compare.pick', { id, columnId: null });
    expect(await chats()).toEqual([]);
    await app.tell('compare.send', round);
    await settled(app, id);
  });

  test('can lose a column and get it back, but keeps at least two', async () => {
    const { id, columns } = await begun([...two, { model: 'sandbox/echo' }]);
    const columnId = columns[1]?.id ?? '';
    await app.tell('compare.takeOut', { id, columnId, isOut: true });
    expect((await comparisonOf(app, id)).columns).toHaveLength(2);
    const last = { id, columnId: columns[0]?.id ?? '', isOut: true };
    expect(await app.refusal('compare.takeOut', last)).toMatchObject({ code: 'invalid_input' });
    await app.tell('compare.takeOut', { id, columnId, isOut: false });
    expect((await comparisonOf(app, id)).columns.map((one) => one.id)).toEqual(columns.map((one) => one.id));
  });

  test('when deleted disappears from the list and from search, and undo restores it completely', async () => {
    const { id, columns } = await begun();
    const found = () => app.tell('conversations.search', { query: 'kite', limit: 10 });
    expect((await found()).length).toBeGreaterThan(0);
    await app.tell('compare.remove', { id });
    expect(await listed()).toEqual([]);
    expect(await found()).toEqual([]);
    await app.tell('compare.restore', { id });
    expect((await listed())[0]?.columns).toEqual(columns);
    expect((await found()).length).toBeGreaterThan(0);
  });

  test('when deleted while a column streams sends nothing that was queued there', async () => {
    const slow = { model: 'sandbox/firehose', settings: { extra: { tokens_per_second: 5 } } };
    const round = aRound([two[0] as { model: string }, slow]);
    await app.tell('compare.send', round);
    const conversationId = (await comparisonOf(app, round.id)).columns[1]?.conversationId ?? '';
    const queued = { conversationId, messageId: randomUUID(), text: 'afterwards', settings: {} };
    await app.tell('chat.enqueue', { ...queued, model: 'sandbox/echo' });
    await app.tell('compare.remove', { id: round.id });
    await app.chat('elsewhere');
    const search = { query: 'afterwards', limit: 10, cursor: null };
    expect((await app.tell('inspector.list', search)).calls).toEqual([]);
  });

  test('keeps a changed title when more is sent', async () => {
    const { id, columns } = await begun();
    await app.tell('compare.rename', { id, title: 'Kites' });
    const inputs = columns.map(({ id: column, model }) => ({ id: column, model, prompt: 'more' }));
    await app.tell('compare.send', aRound(inputs, { id }));
    expect(await settled(app, id)).toMatchObject({ title: 'Kites' });
  });
});
