import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type Amount, toAmount } from '../../../../shared/money/money';
import { aBatch, untilDone } from '../../../support/batches';
import { openTestCore, type TestCore, untilListed } from '../../../support/core';
import {
  aCase,
  anExperiment,
  aVariant,
  cellsOf,
  untilCompleted,
  untilExperiment,
} from '../../../support/experiments';
import { chatReply } from '../../../support/gateway-client';
import { json, startHostileServer } from '../../../support/hostile-server';
import { expectedIn, paidIn } from '../../../support/money';

let app: TestCore;
beforeEach(async () => {
  app = await openTestCore();
  await untilListed(app);
});
afterEach(() => app.close());

const credits = (amount: number) => ({ unit: 'credits', amount: toAmount(amount, 'credits') ?? 0 }) as const;

async function reopen(): Promise<void> {
  const { home, sandbox } = app;
  await app.core.close();
  app = await openTestCore({ home, sandbox });
}

async function run(input: ReturnType<typeof anExperiment>) {
  await app.tell('experiments.create', input);
  await app.tell('experiments.start', { id: input.id });
  return untilCompleted(app, input.id);
}

describe('an experiment', () => {
  test('is stored as a draft and sends nothing before its start; then each case is asked with each variant', async () => {
    const input = anExperiment({ repeats: 2 });
    await app.tell('experiments.create', input);
    await app.tell('experiments.create', input);
    expect(await app.tell('experiments.get', { id: input.id })).toMatchObject({
      ...{ state: 'draft', modality: 'chat', variantCount: 2, caseCount: 3, counts: { waiting: 12 } },
      variants: [
        { id: 1, label: 'sandbox/echo' },
        { id: 2, label: 'loud' },
      ],
    });
    expect((await app.sandbox.account()).chargeCount).toBe(0);

    await app.tell('experiments.start', { id: input.id });
    const experiment = await untilCompleted(app, input.id);
    const account = await app.sandbox.account();
    expect(account.chargeCount).toBe(12);
    expect(experiment).toMatchObject({ counts: { done: 12, waiting: 0 }, hasUnknownCost: false });
    expect(paidIn(experiment)).toBe(Math.round(account.charged * 1e6));
    const cells = await cellsOf(app, input.id);
    expect(cells.map(({ caseId, variantId, repeat, answer }) => [caseId, variantId, repeat, answer])).toEqual(
      [1, 2].flatMap((repeat) =>
        ['one', 'two', 'three'].flatMap((word, at) => [
          [at + 1, 1, repeat, expect.stringContaining(`Say ${word}`)],
          [at + 1, 2, repeat, expect.stringContaining(`Shout ${word}`)],
        ]),
      ),
    );
    expect(cells.reduce((sum, cell) => sum + (paidIn({ cost: cell.cost ?? null }) ?? 0), 0)).toBe(
      paidIn(experiment),
    );
    const reported = () =>
      app.events.flatMap((event) => (event.type === 'experiment.cells' ? event.cells : []));
    // Changes of cells are joined for a moment, so the last ones follow the end of the experiment.
    await app.until(() => new Set(reported().map(({ id }) => id)).size === 12);
    const { conversationId } = await app.tell('experiments.cell', { id: input.id, cellId: 4 });
    const chat = await app.tell('conversations.get', { id: conversationId ?? '' });
    expect(chat.owner).toEqual({ kind: 'experiment', id: input.id });
    expect((await app.tell('conversations.list', { cursor: null, limit: 50 })).conversations).toEqual([]);
  });

  test('fills variables of the system prompt that the case has, and leaves other braces', async () => {
    const settings = { systemPrompt: 'You are {{word}}. Keep {{this}}.' };
    const input = anExperiment({ variants: [aVariant({ settings })], cases: [aCase('one')] });
    await run(input);
    const { conversationId, prompt } = await app.tell('experiments.cell', { id: input.id, cellId: 1 });
    expect(prompt).toBe('Say one');
    const chat = await app.tell('conversations.get', { id: conversationId ?? '' });
    expect(chat.settings.systemPrompt).toBe('You are one. Keep {{this}}.');
  });

  test('its forecast is the sum of its variants, as a plan and as a draft, and covers what it then costs', async () => {
    const { id, ...plan } = anExperiment();
    const before = await app.tell('experiments.forecast', { plan });
    await app.tell('experiments.create', { id, ...plan });
    const draft = await app.tell('experiments.forecast', { id });
    expect(draft).toEqual(before);
    expect(before.total.calls).toBe(6);
    expect(before.variants.map(({ calls }) => calls)).toEqual([3, 3]);
    await app.tell('experiments.start', { id });
    const cost = paidIn(await untilCompleted(app, id)) ?? Number.NaN;
    const { most, estimate } = expectedIn(before.total) ?? { estimate: { to: 0 } };
    expect(cost / 1e6).toBeLessThanOrEqual(most ?? estimate.to);
    expect((await app.tell('experiments.forecast', { id })).total.calls).toBe(0);
    expect((await app.tell('experiments.forecast', { id, cells: [1, 2, 3] })).total.calls).toBe(3);
  });

  test('pauses before a cell that could pass its budget, and goes on once that is raised', async () => {
    const settings = { maxTokens: 20 };
    const input = anExperiment({ variants: [aVariant({ model: 'sandbox/markdown-tour', settings })] });
    const cases = Array.from({ length: 30 }, (_, at) => aCase(String(at)));
    const { total } = await app.tell('experiments.forecast', {
      plan: { title: 'x', variants: input.variants, cases: [aCase('1')] },
    });
    const one = expectedIn(total);
    const most = one?.most ?? one?.estimate.to ?? Number.NaN;
    const budget = credits(most * 4);
    await app.tell('experiments.create', { ...input, cases, budget });
    await app.tell('experiments.start', { id: input.id });
    const paused = await untilExperiment(app, input.id, ({ state }) => state === 'paused');
    expect(paused.error).toMatchObject({ code: 'over_budget', message: expect.stringContaining('budget') });
    const ended = await untilExperiment(app, input.id, ({ counts }) => counts.running === 0);
    expect(paidIn(ended)).toBeLessThanOrEqual(budget.amount);
    expect(ended.counts.done).toBeGreaterThanOrEqual(5);
    expect(ended.counts.waiting).toBe(30 - ended.counts.done);
    await app.tell('experiments.edit', { id: input.id, budget: null });
    await app.tell('experiments.start', { id: input.id });
    expect((await untilCompleted(app, input.id)).counts.done).toBe(30);
    expect((await app.sandbox.account()).chargeCount).toBe(30);
  });

  test('paused while its last cell runs, it is completed by going on, and nothing is sent', async () => {
    const input = anExperiment({ variants: [aVariant()], cases: [aCase('one')] });
    await app.tell('experiments.create', input);
    await app.tell('experiments.start', { id: input.id });
    await app.tell('experiments.pause', { id: input.id });
    await untilExperiment(app, input.id, ({ state, counts }) => state === 'paused' && counts.running === 0);
    await app.tell('experiments.resume', { id: input.id });
    expect((await untilCompleted(app, input.id)).counts.done).toBe(1);
    expect((await app.sandbox.account()).chargeCount).toBe(1);
  });

  test('where nothing limits what a call costs, one is sent at a time, and at most that one passes the budget', async () => {
    const settings = { extra: { tokens: 20, tokens_per_second: 2_000 } };
    const input = anExperiment({
      variants: [aVariant({ model: 'sandbox/firehose', settings })],
      cases: Array.from({ length: 9 }, (_, at) => aCase(String(at))),
      budget: credits(0.001),
    });
    await app.tell('experiments.create', input);
    await app.tell('experiments.start', { id: input.id });
    const paused = await untilExperiment(app, input.id, ({ state }) => state === 'paused');
    expect(paused.counts).toMatchObject({ running: 0, failed: 0 });
    const paid = paidIn(paused) ?? Number.NaN;
    expect(paid).toBeGreaterThanOrEqual(1_000);
    expect(paid - paid / paused.counts.done).toBeLessThan(1_000);
  });

  test('where a gateway says no cost and no price, one is sent, and none after it while there is a budget', async () => {
    const gateway = await startHostileServer();
    onTestFinished(() => gateway.close());
    const answer = ({ url }: { url: string }) =>
      json(url.endsWith('/models') ? { data: [{ id: 'm' }] } : chatReply('Fine'));
    gateway.script(...Array.from({ length: 20 }, () => answer));
    const { id: profileId } = await app.tell('profiles.create', { name: 'Silent', baseUrl: gateway.baseUrl });
    await app.tell('profiles.saveKey', { id: profileId, key: 'sk-silent-0000000', keep: 'session' });
    const input = anExperiment({ variants: [aVariant({ model: 'm', profileId })], budget: credits(1) });
    await app.tell('experiments.create', input);
    await app.tell('experiments.start', { id: input.id, isConfirmed: true });
    const paused = await untilExperiment(app, input.id, ({ state }) => state === 'paused');
    expect(paused).toMatchObject({ counts: { done: 1, waiting: 2 }, hasUnknownCost: true });
    expect(paused.error).toMatchObject({
      code: 'over_budget',
      message: expect.stringContaining('Take the budget off'),
    });
    await app.tell('experiments.edit', { id: input.id, budget: null });
    await app.tell('experiments.start', { id: input.id, isConfirmed: true });
    expect((await untilCompleted(app, input.id)).counts.done).toBe(3);
  });

  test('a hard limit of the profile applies to the whole grid, and nothing is sent', async () => {
    await app.tell('settings.update', { patch: { budgets: { sandbox: { hardPerDay: 3 } } } });
    const settings = { maxTokens: 1_000 };
    const input = anExperiment({ variants: [aVariant({ model: 'sandbox/markdown-tour', settings })] });
    const cases = Array.from({ length: 5 }, (_, at) => aCase(String(at)));
    await app.tell('experiments.create', { ...input, cases });
    const refused = await app.refusal('experiments.start', { id: input.id, isConfirmed: true });
    expect(refused).toMatchObject({ code: 'over_budget', details: { calls: 5 } });
    expect((await app.tell('experiments.get', { id: input.id })).state).toBe('draft');
    expect((await app.sandbox.account()).chargeCount).toBe(0);
  });

  test('judges each answer, keeps why, and judges again when what is expected changes, without a request', async () => {
    const input = anExperiment({
      assertions: [{ type: 'contains', value: '{{word}}' }],
      cases: [
        aCase('one'),
        aCase('two', { assertions: [{ type: 'not-contains', value: 'Shout', weight: 3 }] }),
      ],
    });
    const experiment = await run(input);
    expect(experiment).toMatchObject({ verdicts: { passed: 3, failed: 1, unclear: 0 } });
    expect(experiment.score).toBeCloseTo((1 + 1 + 1 + 0.25) / 4);
    const failed = (await cellsOf(app, input.id)).find(({ verdict }) => verdict === 'failed');
    expect(failed).toMatchObject({ caseId: 2, variantId: 2, score: 0.25 });
    const { checks } = await app.tell('experiments.cell', { id: input.id, cellId: failed?.id ?? 0 });
    expect(checks).toMatchObject([
      { name: 'contains', state: 'passed', why: '' },
      { name: 'not-contains', state: 'failed', why: 'The reply contains “Shout”.' },
    ]);

    const sent = (await app.sandbox.account()).chargeCount;
    await app.tell('experiments.edit', {
      id: input.id,
      assertions: [{ type: 'contains', value: 'nothing' }],
    });
    await app.tell('experiments.editCase', { id: input.id, caseId: 2, assertions: [] });
    const judged = await app.tell('experiments.get', { id: input.id });
    expect(judged.verdicts).toEqual({ passed: 0, failed: 4, unclear: 0 });
    expect(judged.revision).toBeGreaterThan(experiment.revision);
    await app.tell('experiments.exclude', { id: input.id, cells: [1, 2, 3], isExcluded: true });
    const left = await app.tell('experiments.get', { id: input.id });
    expect([left.verdicts.failed, left.counts.done]).toEqual([1, 4]);
    expect((await app.sandbox.account()).chargeCount).toBe(sent);
  });

  test('takes further cases and variants, and asks no cell twice', async () => {
    const input = anExperiment();
    await run(input);
    expect(await app.tell('experiments.addCases', { id: input.id, cases: [aCase('four')] })).toEqual({
      caseIds: [4],
    });
    const variant = aVariant({ template: 'Whisper {{word}}', label: 'soft' });
    expect(await app.tell('experiments.addVariant', { id: input.id, variant })).toEqual({ variantId: 3 });
    await app.tell('experiments.start', { id: input.id });
    expect(await untilCompleted(app, input.id)).toMatchObject({ counts: { done: 12 } });
    expect((await app.sandbox.account()).chargeCount).toBe(12);
    const refused = await app.refusal('experiments.editCase', {
      ...{ id: input.id, caseId: 4, variables: { word: 'five' } },
    });
    expect(refused).toMatchObject({ code: 'invalid_input', field: 'caseId' });
    await app.tell('experiments.editCase', { id: input.id, caseId: 4, note: 'odd', tags: ['x'] });
    expect(await app.tell('experiments.cases', { id: input.id, after: 3, limit: 9 })).toMatchObject([
      { id: 4, variables: { word: 'four' }, note: 'odd', tags: ['x'] },
    ]);
  });

  test('cells are asked again by hand, each with another charge', async () => {
    const input = anExperiment();
    await run(input);
    await app.tell('experiments.retryCells', { id: input.id, cells: [2, 5] });
    const again = await untilCompleted(app, input.id);
    const account = await app.sandbox.account();
    expect(account.chargeCount).toBe(8);
    expect(paidIn(again)).toBe(Math.round(account.charged * 1e6));
  });

  test('an image is made again by hand, at the price that is shown', async () => {
    const image = { modality: 'image', parameters: {}, extra: {}, model: 'sandbox/isometric' } as const;
    const variant = aVariant(image as never);
    const input = anExperiment({ variants: [variant], cases: [aCase('one')] });
    await run(input);
    const [before] = await cellsOf(app, input.id);
    const chosen = { id: input.id, cells: [before?.id ?? 0] };
    expect(await app.tell('experiments.forecast', chosen)).toMatchObject({ total: { calls: 1 } });
    await app.tell('experiments.retryCells', chosen);
    const again = await untilCompleted(app, input.id);
    const account = await app.sandbox.account();
    expect(account.chargeCount).toBe(2);
    expect(paidIn(again)).toBe(Math.round(account.charged * 1e6));
    const [after] = await cellsOf(app, input.id);
    expect(after?.media?.id).not.toBe(before?.media?.id);
  });

  test('one model that its gateway does not know fails its own cells alone', async () => {
    const input = anExperiment({ variants: [aVariant(), aVariant({ model: 'sandbox/no-such-model' })] });
    const ended = await run(input);
    expect(ended).toMatchObject({ error: null, counts: { done: 3, failed: 3 } });
  });

  test('media are made too: a sweep over seeds of an image', async () => {
    const image = { modality: 'image', parameters: {}, extra: {}, model: 'sandbox/isometric' } as const;
    const input = anExperiment({
      variants: [1, 2].map((seed) =>
        aVariant({ ...image, parameters: { seed }, label: `seed ${seed}` } as never),
      ),
      cases: [aCase('boat', { assertions: [{ type: 'width', value: { min: 1 } }] })],
    });
    const ended = await run(input);
    expect(ended).toMatchObject({ modality: 'image', counts: { done: 2 }, verdicts: { passed: 2 } });
    const cells = await cellsOf(app, input.id);
    expect(cells.map(({ media }) => media?.kind)).toEqual(['image', 'image']);
  });

  test.each([
    [{ cases: [{ variables: {} }] }, 'Case 1: “word” is missing.'],
    [{ variants: [aVariant({ template: 'Say {{' })] }, 'is not closed'],
    [
      { variants: [aVariant({ promptVersion: { promptId: 'none', version: 1 } })] },
      'is not version 1 of the saved prompt',
    ],
    [{ budget: { unit: 'usd', amount: 1 as Amount } }, 'another unit than the budget'],
  ])('what can’t be asked is refused before anything is stored', async (more, why) => {
    const input = anExperiment(more as Partial<ReturnType<typeof anExperiment>>);
    const refused = await app.refusal('experiments.create', input);
    expect(refused).toMatchObject({ code: 'invalid_input', message: expect.stringContaining(why) });
    expect(
      (await app.tell('experiments.list', { modality: null, cursor: null, limit: 9 })).experiments,
    ).toEqual([]);
  });

  test('votes are about two cells of one case, and can be changed and taken back', async () => {
    const input = anExperiment();
    await run(input);
    const vote = { id: input.id, voteId: randomUUID(), a: 1, b: 2, choice: 'a' as const };
    await app.tell('experiments.vote', vote);
    await app.tell('experiments.vote', { ...vote, choice: 'tie' });
    expect(await app.tell('experiments.votes', { id: input.id })).toMatchObject([
      { id: vote.voteId, caseId: 1, a: 1, b: 2, choice: 'tie' },
    ]);
    expect((await app.tell('experiments.get', { id: input.id })).votes).toBe(1);
    expect(await app.refusal('experiments.vote', { ...vote, b: 3 })).toMatchObject({ code: 'invalid_input' });
    await app.tell('experiments.removeVote', { id: input.id, voteId: vote.voteId });
    expect(await app.tell('experiments.votes', { id: input.id })).toEqual([]);
  });

  test('a vote ends with the answer that it was about; votes about other answers stay', async () => {
    const input = anExperiment();
    await run(input);
    const { id } = input;
    const [first, second] = [randomUUID(), randomUUID()];
    await app.tell('experiments.vote', { id, voteId: first, a: 1, b: 2, choice: 'a' });
    await app.tell('experiments.vote', { id, voteId: second, a: 3, b: 4, choice: 'b' });
    await app.tell('experiments.retryCells', { id, cells: [2] });
    await untilCompleted(app, id);
    expect(await app.tell('experiments.votes', { id })).toMatchObject([{ id: second }]);
    expect((await app.tell('experiments.get', { id })).votes).toBe(1);
  });

  test('a deleted one can be restored until the app is closed; then its chats are deleted, and their cost stays', async () => {
    const input = anExperiment();
    const { cost } = await run(input);
    await app.tell('experiments.remove', { id: input.id });
    expect(await app.refusal('experiments.get', { id: input.id })).toMatchObject({ code: 'not_found' });
    await app.tell('experiments.restore', { id: input.id });
    const { conversationId } = await app.tell('experiments.cell', { id: input.id, cellId: 1 });
    await app.tell('experiments.remove', { id: input.id });
    await reopen();
    expect(await app.refusal('experiments.restore', { id: input.id })).toMatchObject({ code: 'not_found' });
    expect(await app.refusal('conversations.get', { id: conversationId ?? '' })).toMatchObject({
      code: 'not_found',
    });
    expect(paidIn(await app.tell('ledger.page', { filter: {}, cursor: null, limit: 1 }))).toBe(
      paidIn({ cost }),
    );
  });

  test('one that ran when the app closed goes on at the next start', async () => {
    const settings = { extra: { tokens: 40, tokens_per_second: 200 } };
    const input = anExperiment({
      variants: [aVariant({ model: 'sandbox/firehose', settings })],
      cases: Array.from({ length: 9 }, (_, at) => aCase(String(at))),
    });
    await app.tell('experiments.create', input);
    await app.tell('experiments.start', { id: input.id });
    await untilExperiment(app, input.id, ({ counts }) => counts.done >= 3);
    await app.tell('experiments.pause', { id: input.id });
    await untilExperiment(app, input.id, ({ counts }) => counts.running === 0);
    await reopen();
    expect((await app.tell('experiments.get', { id: input.id })).state).toBe('paused');
    await app.tell('experiments.resume', { id: input.id });
    expect(await untilCompleted(app, input.id)).toMatchObject({ counts: { done: 9 } });
    expect((await app.sandbox.account()).chargeCount).toBe(9);
  });

  test('a batch, a comparison and a chat are read as plans, which can be created', async () => {
    const batch = aBatch({
      ...{
        columns: ['what', '__expected'],
        rows: [
          ['tea', 'contains:tea'],
          ['milk', 'levenshtein(3):milk'],
        ],
      },
      template: 'Say {{what}}',
    });
    await app.tell('batches.create', batch);
    await untilDone(app, batch.id);
    const plan = await app.tell('experiments.planFrom', { kind: 'batch', id: batch.id });
    expect(plan).toMatchObject({
      variants: [{ model: 'sandbox/echo', template: 'Say {{what}}' }],
      cases: [
        { variables: { what: 'tea' }, assertions: [{ type: 'contains', value: 'tea' }] },
        { assertions: [{ type: 'levenshtein', value: 'milk', threshold: 3 }] },
      ],
    });
    const made = await run({ ...(plan as unknown as ReturnType<typeof anExperiment>), id: randomUUID() });
    expect(made).toMatchObject({ counts: { done: 2 }, verdicts: { passed: 1, failed: 1 } });

    const { conversationId } = await app.chat('hello {{there}}');
    const chat = await app.tell('experiments.planFrom', { kind: 'chat', id: conversationId });
    expect(chat.cases).toMatchObject([{ variables: { prompt: 'hello {{there}}' } }]);
    expect(await app.refusal('experiments.planFrom', { kind: 'comparison', id: 'none' })).toMatchObject({
      code: 'not_found',
    });
  });

  test('2,000 cells are read in one page within half a megabyte', async () => {
    const input = anExperiment({ cases: Array.from({ length: 1_000 }, (_, at) => aCase(`${at}`)) });
    await app.tell('experiments.create', input);
    const page = await app.tell('experiments.cells', { id: input.id, after: 0, limit: 2_000 });
    expect(page.cells).toHaveLength(2_000);
    expect(JSON.stringify(page).length).toBeLessThan(500_000);
    const some = await app.tell('experiments.cells', { id: input.id, after: 0, limit: 9, caseIds: [7, 9] });
    expect(some.cells.map(({ caseId }) => caseId)).toEqual([7, 7, 9, 9]);
  });
});
