/** Answers without text: rows, cells and their files say what came instead of showing nothing. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CellDetail } from '../../../../shared/lab/experiment';
import { resultFields, resultsCsv } from '../../../../shared/lab/files/results';
import { resultsHtml } from '../../../../shared/lab/files/results-page';
import { aBatch, rowsOf, untilDone } from '../../../support/batches';
import { openTestCore, type TestCore } from '../../../support/core';
import { aCase, anExperiment, aVariant, cellsOf, untilCompleted } from '../../../support/experiments';
import { type PaidGateway, png, startPaidGateway } from '../../../support/paid-gateway';

const CHATS = '/chat/completions';
const call = { id: 'a', type: 'function', function: { name: 'clock', arguments: '{"zone":"UTC"}' } };
const picture = { type: 'image_url', image_url: { url: `data:image/png;base64,${png.toString('base64')}` } };
/** What each question is answered with. */
const replies: Readonly<Record<string, object>> = {
  text: { content: 'Fine' },
  refusal: { content: null, refusal: 'I can’t help with that' },
  call: { content: '\n', tool_calls: [call] },
  thought: { content: null, reasoning_content: 'It is about locks' },
  picture: { content: null, reasoning_content: 'Paint it', images: [picture] },
  both: { content: 'Here it is', images: [picture] },
  nothing: { content: null },
};
const asked = Object.keys(replies);
const settings = { stream: false };

let gateway: PaidGateway;
let app: TestCore;
beforeEach(async () => {
  gateway = await startPaidGateway();
  app = await openTestCore({ sandbox: gateway.sandbox });
  gateway.on(CHATS, ({ body }) => {
    const { messages } = body as { messages: { content: string }[] };
    const message = { role: 'assistant', ...replies[messages.at(-1)?.content ?? ''] };
    return { charge: 1, body: { choices: [{ index: 0, message, finish_reason: 'stop' }] } };
  });
});
afterEach(async () => {
  await app.close();
  await gateway.close();
});

const expected = [
  ['text', 'Fine', undefined],
  ['refusal', 'I can’t help with that', 'refusal'],
  ['call', 'clock {"zone":"UTC"}', 'tool calls'],
  ['thought', 'It is about locks', 'reasoning'],
  ['picture', '', 'image'],
  ['both', 'Here it is', undefined],
  ['nothing', '', 'nothing'],
];

test('rows of a batch and its files say what each reply is', async () => {
  const batch = aBatch({
    ...{ model: 'paid/painter', template: '{{what}}', columns: ['what'], settings },
    rows: asked.map((one) => [one]),
  });
  await app.tell('batches.create', batch);
  await untilDone(app, batch.id);
  const rows = await rowsOf(app, batch.id);
  expect(rows.map(({ values, answer, answerOf }) => [values[0], answer, answerOf])).toEqual(expected);
  expect(rows[2]?.calledTools).toEqual(['clock']);
  const json = await app.tell('batches.export', { id: batch.id, format: 'json' });
  const exported = (JSON.parse(json.text) as { rows: Record<string, unknown>[] }).rows;
  expect(exported.map((row) => [row.answer, row.answerOf])).toEqual(expected.map(([, ...row]) => row));
  const csv = await app.tell('batches.export', { id: batch.id, format: 'csv' });
  const lines = csv.text.trim().split('\r\n');
  expect(lines[0]).toContain(',answerOf,calledTools');
  expect(lines[2]).toContain('I can’t help with that');
  expect(lines[2]).toContain(',refusal,');
});

test('the file that came with a reply is shown in its row once it is saved', async () => {
  const batch = aBatch({
    ...{ model: 'paid/painter', template: '{{what}}', columns: ['what'], settings },
    rows: [['picture'], ['both']],
  });
  await app.tell('batches.create', batch);
  await untilDone(app, batch.id);
  const reported = (at: number) =>
    app.events.find(
      (event) =>
        event.type === 'batch.row.changed' && event.row.position === at && event.row.media?.kind === 'image',
    );
  await app.until(() => reported(0) && reported(1));
  const json = await app.tell('batches.export', { id: batch.id, format: 'json' });
  const { rows } = JSON.parse(json.text) as { rows: { file: string | null }[] };
  expect(rows.map(({ file }) => file?.endsWith('.png'))).toEqual([true, true]);
});

test('cells of an experiment and its files say what each answer is', async () => {
  const experiment = anExperiment({
    variants: [aVariant({ model: 'paid/painter', template: '{{word}}', settings } as object)],
    cases: asked.map((one) => aCase(one)),
  });
  const { id } = experiment;
  await app.tell('experiments.create', experiment);
  await app.tell('experiments.start', { id });
  await untilCompleted(app, id);
  const cells = await cellsOf(app, id);
  expect(cells.map(({ answer = '', answerOf }, at) => [asked[at], answer, answerOf])).toEqual(expected);
  const details = await Promise.all(
    cells.map((cell) => app.tell('experiments.cell', { id, cellId: cell.id })),
  );
  expect(details.map(({ text, answerOf }, at) => [asked[at], text, answerOf])).toEqual(expected);
  const { variants } = await app.tell('experiments.get', { id });
  const cases = await app.tell('experiments.cases', { id, after: 0, limit: 10 });
  const resultOf = (cell: CellDetail, at: number) => {
    const [of, variant] = [cases[at], variants[0]];
    if (of === undefined || variant === undefined) throw new Error('a case or its variant is gone');
    return { cell, of, variant };
  };
  const results = details.map(resultOf);
  expect(results.map((one) => resultFields(one).answerOf)).toEqual(
    expected.map(([, , kind]) => kind ?? 'text'),
  );
  const [head, , refused] = resultsCsv(results).split('\r\n');
  expect(head).toMatch(/,excluded,answerOf$/);
  expect(refused).toMatch(/I can’t help with that.*,refusal$/);
  const page = resultsHtml({ title: 'A', date: 'today', variants, results });
  expect(page).toContain('Refusal</p>');
  expect(page).toContain('Empty reply</p>');
});
