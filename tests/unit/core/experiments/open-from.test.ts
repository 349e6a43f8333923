import { createCanvas } from '@napi-rs/canvas';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { aBatch, rowsOf, untilDone } from '../../../support/batches';
import { aRound, nextRound, settled } from '../../../support/compare-core';
import { openTestCore, type TestCore, untilListed } from '../../../support/core';
import { cellsOf, untilExperiment } from '../../../support/experiments';
import { paidIn } from '../../../support/money';

let app: TestCore;
beforeEach(async () => {
  app = await openTestCore();
  await untilListed(app);
});
afterEach(() => app.close());

const paidCalls = async () => (await app.sandbox.account()).chargeCount;

async function aDoneBatch(...more: [what: string, expected: string][]) {
  const rows = [['tea', 'contains:tea'], ['milk', 'contains:tea'], ...more];
  const batch = aBatch({ columns: ['what', '__expected'], rows, template: 'Say {{what}}' });
  await app.tell('batches.create', batch);
  return untilDone(app, batch.id);
}

test('a batch opens as a grid of the answers that were paid, judged, and nothing is sent', async () => {
  const batch = await aDoneBatch();
  const { id } = await app.tell('experiments.openFrom', { kind: 'batch', id: batch.id });
  const opened = await app.tell('experiments.get', { id });
  expect(opened).toMatchObject({
    ...{ state: 'completed', title: batch.name, caseCount: 2, variantCount: 1 },
    counts: { done: 2, waiting: 0 },
    verdicts: { passed: 1, failed: 1, unclear: 0 },
  });
  expect(paidIn(opened)).toBe(paidIn(batch));
  const rows = await rowsOf(app, batch.id);
  const cells = await cellsOf(app, id);
  expect(cells.map(({ answer }) => answer)).toEqual(rows.map(({ answer }) => answer));
  // Other assertions are applied to them, free.
  await app.tell('experiments.edit', { id, assertions: [{ type: 'icontains', value: 'say' }] });
  expect((await app.tell('experiments.forecast', { id })).total.calls).toBe(0);
  await app.tell('experiments.start', { id });
  expect(await paidCalls()).toBe(2);
  // Opened again it is the same one, with what was done in it, also after it was deleted.
  await app.tell('experiments.rename', { id, title: 'Mine' });
  expect(await app.tell('experiments.openFrom', { kind: 'batch', id: batch.id })).toEqual({ id });
  await app.tell('experiments.remove', { id });
  expect(await app.tell('experiments.openFrom', { kind: 'batch', id: batch.id })).toEqual({ id });
  expect(await app.tell('experiments.get', { id })).toMatchObject({ title: 'Mine', counts: { done: 2 } });
});

test('a row that was asked again in the batch is new in the same experiment; what was asked again here stays', async () => {
  const batch = await aDoneBatch(['water', 'contains:tea']);
  const source = { kind: 'batch', id: batch.id } as const;
  const { id } = await app.tell('experiments.openFrom', source);
  await app.tell('experiments.retryCells', { id, cells: [2] });
  await untilExperiment(app, id, ({ state }) => state === 'completed');
  const own = (await app.tell('experiments.cell', { id, cellId: 2 })).replyId;
  for (const position of [1, 2]) {
    await app.tell('batches.retryRow', { id: batch.id, position });
    await untilDone(app, batch.id);
  }
  const paid = await paidCalls();
  expect(paid).toBe(6);
  await app.tell('experiments.rename', { id, title: 'Mine' });
  expect(await app.tell('experiments.openFrom', source)).toEqual({ id });
  expect((await app.tell('experiments.cell', { id, cellId: 2 })).replyId).toBe(own);
  expect(await app.tell('experiments.get', { id })).toMatchObject({
    ...{ state: 'completed', title: 'Mine', counts: { done: 3, waiting: 0 } },
    verdicts: { passed: 1, failed: 2, unclear: 0 },
  });
  const list = await app.tell('experiments.list', { modality: 'chat', cursor: null, limit: 9 });
  expect(list.experiments).toHaveLength(1);
  const [, , third] = await cellsOf(app, id);
  const [, , row] = await rowsOf(app, batch.id);
  expect(third?.cost).toEqual(row?.cost);
  expect(third?.totalMs).toBe(row?.totalMs);
  expect(await paidCalls()).toBe(paid);
});

test('later rounds of a comparison become cases of the experiment that is there', async () => {
  const round = aRound([{ model: 'sandbox/echo' }, { model: 'sandbox/eliza' }]);
  const source = { kind: 'comparison', id: round.id } as const;
  await app.tell('compare.send', round);
  await settled(app, round.id);
  const { id } = await app.tell('experiments.openFrom', source);
  await app.tell('experiments.vote', {
    ...{ id, a: 1, b: 2, choice: 'a' },
    voteId: '0d8f6f5e-9a37-4d9f-8c55-1f0c7b9a0b11',
  });
  for (const prompt of ['Again', 'Again']) {
    await app.tell('compare.send', nextRound(round, prompt));
    await settled(app, round.id);
  }
  expect(await app.tell('experiments.openFrom', source)).toEqual({ id, newAnswers: 4 });
  app.events.length = 0;
  expect(await app.tell('experiments.openFrom', { ...source, takesNew: true })).toEqual({ id });
  expect(await app.tell('experiments.get', { id })).toMatchObject({
    ...{ state: 'completed', caseCount: 3, variantCount: 2 },
    counts: { done: 6, waiting: 0, stopped: 0 },
  });
  const cells = await cellsOf(app, id);
  expect(cells.filter(({ answer }) => answer?.includes('Again'))).toHaveLength(2);
  expect(await app.tell('experiments.votes', { id })).toHaveLength(1);
  await expect
    .poll(() => app.events.flatMap((event) => (event.type === 'experiment.cells' ? event.cells : [])).length)
    .toBe(6);
  expect(await app.tell('experiments.openFrom', source)).toEqual({ id });
});

test('an answer that is asked for again is another one: the record of the batch stays as it is', async () => {
  const batch = await aDoneBatch();
  const before = await rowsOf(app, batch.id);
  const { id } = await app.tell('experiments.openFrom', { kind: 'batch', id: batch.id });
  await app.tell('experiments.retryCells', { id, cells: [1] });
  await untilExperiment(app, id, ({ state }) => state === 'completed');
  expect(await paidCalls()).toBe(3);
  expect(await rowsOf(app, batch.id)).toEqual(before);
  const cell = await app.tell('experiments.cell', { id, cellId: 1 });
  expect(cell.replyId).not.toBe(before[0]?.replyId);
  const chat = await app.tell('conversations.get', { id: cell.conversationId ?? '' });
  expect(chat.owner).toEqual({ kind: 'experiment', id });
  // Deleting the experiment takes nothing from the batch.
  await app.tell('experiments.remove', { id });
  expect(await rowsOf(app, batch.id)).toEqual(before);
});

test('a comparison opens with a case for each prompt, also one that was asked twice', async () => {
  const round = aRound([{ model: 'sandbox/echo' }, { model: 'sandbox/eliza' }]);
  await app.tell('compare.send', round);
  await settled(app, round.id);
  for (const prompt of ['Again', 'Again']) {
    await app.tell('compare.send', nextRound(round, prompt));
    await settled(app, round.id);
  }
  const paid = await paidCalls();
  const { id } = await app.tell('experiments.openFrom', { kind: 'comparison', id: round.id });
  expect(await app.tell('experiments.get', { id })).toMatchObject({
    ...{ state: 'completed', caseCount: 3, variantCount: 2 },
    counts: { done: 6, waiting: 0, stopped: 0 },
  });
  const cases = await app.tell('experiments.cases', { id, after: 0, limit: 9 });
  expect(cases.map(({ variables }) => variables.prompt)).toEqual(['What is a kite?', 'Again', 'Again']);
  const cells = await cellsOf(app, id);
  expect(cells[2]?.answer).toContain('Again');
  expect(await paidCalls()).toBe(paid);
  await app.tell('experiments.vote', {
    ...{ id, a: 1, b: 2, choice: 'a' },
    voteId: '0d8f6f5e-9a37-4d9f-8c55-1f0c7b9a0b11',
  });
});

test('a comparison of images opens with its results', async () => {
  const round = aRound([{ model: 'sandbox/aurora' }, { model: 'sandbox/aurora' }], { modality: 'image' });
  await app.tell('compare.send', round);
  await settled(app, round.id);
  const { id } = await app.tell('experiments.openFrom', { kind: 'comparison', id: round.id });
  const opened = await app.tell('experiments.get', { id });
  expect(opened).toMatchObject({ state: 'completed', modality: 'image', counts: { done: 2, waiting: 0 } });
  const [first] = await cellsOf(app, id);
  expect(first?.media).toBeDefined();
  expect(first?.cost).toBeDefined();
});

test('a comparison of an edited image keeps the image in the lab, where each model gets it as it takes it', async () => {
  const base64 = createCanvas(16, 16).encodeSync('png').toString('base64');
  const { id, name } = await app.tell('attachments.add', { name: 'photo.png', base64 });
  const columns = [
    { model: 'sandbox/relight', inputs: [{ role: 'image', id, name }] },
    { model: 'sandbox/collage', inputs: [{ role: 'reference', id, name }] },
    { model: 'sandbox/aurora' },
  ] as const;
  const round = aRound(columns, { modality: 'image' });
  await app.tell('compare.send', round);
  await settled(app, round.id);
  const source = { kind: 'comparison', id: round.id } as const;
  const { cases } = await app.tell('experiments.planFrom', source);
  expect(cases).toMatchObject([{ inputs: [{ role: 'image', id, name }] }]);
  const { id: opened } = await app.tell('experiments.openFrom', source);
  expect(await app.tell('experiments.openFrom', source)).toEqual({ id: opened });
  await app.tell('experiments.retryCells', { id: opened, cells: [1, 2, 3] });
  const { counts } = await untilExperiment(app, opened, ({ state }) => state === 'completed');
  expect(counts).toMatchObject({ done: 2, failed: 1 });
  const sent = await Promise.all(
    [1, 2].map(async (cellId) => {
      const { jobId } = await app.tell('experiments.cell', { id: opened, cellId });
      return (await app.tell('jobs.inputs', { id: jobId ?? '' })).map(({ role, file }) => [role, file?.id]);
    }),
  );
  expect(sent).toEqual([[['image', id]], [['reference', id]]]);
  const { error } = await app.tell('experiments.cell', { id: opened, cellId: 3 });
  expect(error?.message).toContain('Choose a model that does');
});

test('what failed in a comparison is a cell that was stopped', async () => {
  const failing = { model: 'sandbox/flaky', settings: { extra: { fail: 'status', fail_status: 400 } } };
  const round = aRound([{ model: 'sandbox/echo' }, failing]);
  await app.tell('compare.send', round);
  await settled(app, round.id);
  const { id } = await app.tell('experiments.openFrom', { kind: 'comparison', id: round.id });
  const opened = await app.tell('experiments.get', { id });
  expect(opened).toMatchObject({ state: 'completed', counts: { done: 1, stopped: 1, waiting: 0 } });
});

test('what has no answer yet, or is gone, does not open', async () => {
  expect(await app.refusal('experiments.openFrom', { kind: 'batch', id: 'none' })).toMatchObject({
    code: 'not_found',
  });
});
