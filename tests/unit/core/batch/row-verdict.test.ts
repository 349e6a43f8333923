/** Rows that expect something of their replies: judged, counted, exported, and asked again alone. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aBatch, rowsOf, untilDone } from '../../../support/batches';
import { openTestCore, type TestCore } from '../../../support/core';
import { startTestSandbox, type TestSandbox } from '../../../support/sandbox';

let sandbox: TestSandbox;
let app: TestCore;

beforeAll(async () => {
  sandbox = await startTestSandbox();
  app = await openTestCore({ sandbox });
});
afterAll(async () => {
  await app.close();
  await sandbox.close();
});

const columns = ['city', '__expected', '__expected2', '__threshold'];

async function run(rows: string[][]): Promise<string> {
  const batch = aBatch({
    ...{ model: 'sandbox/echo', template: 'Say {{city}}', columns, rows },
    settings: { stream: false },
  });
  await app.tell('batches.create', batch);
  await untilDone(app, batch.id);
  return batch.id;
}

test('each reply is judged by its own row, with the values of the row', async () => {
  const id = await run([
    ['Paris', 'contains:{{city}}', 'not-contains:Lyon', ''],
    ['Rome', 'contains:Oslo', '', ''],
    ['Bern', 'contains:Bern', 'contains:Oslo', '0.5'],
    ['Kyiv', 'llm-rubric:is polite', '', ''],
    ['Riga', '', '', ''],
  ]);
  const rows = await rowsOf(app, id);
  expect(rows.map(({ verdict }) => verdict?.state)).toEqual([
    'passed',
    'failed',
    'passed',
    'unclear',
    undefined,
  ]);
  expect(rows[1]?.verdict?.why).toEqual(['The reply does not contain “Oslo”.']);
  expect(await app.tell('batches.verdicts', { id })).toEqual({ passed: 2, failed: 1, unclear: 1 });

  const { text } = await app.tell('batches.export', { id, format: 'csv' });
  const [head, ...lines] = text.trim().split('\r\n');
  expect(head?.endsWith(',verdict,score,why')).toBe(true);
  expect(lines[1]?.endsWith(',failed,0,The reply does not contain “Oslo”.')).toBe(true);
  const json = JSON.parse((await app.tell('batches.export', { id, format: 'json' })).text);
  expect(json.rows[2]).toMatchObject({ verdict: 'passed', score: 0.5 });
  expect(json.rows[4]).toMatchObject({ verdict: null, score: null });
});

test('a row that is not as expected can be asked again, one that is can not', async () => {
  const id = await run([
    ['Paris', 'contains:Paris', '', ''],
    ['Rome', 'contains:Oslo', '', ''],
  ]);
  const before = await rowsOf(app, id);
  await app.tell('batches.retryRow', { id, position: 0 });
  await app.tell('batches.retryRow', { id, position: 1 });
  await untilDone(app, id);
  const [kept, again] = await rowsOf(app, id);
  const paid = (row: (typeof before)[number] | undefined) => row?.cost?.[0]?.amount ?? 0;
  expect(paid(kept)).toBe(paid(before[0]));
  expect(paid(again)).toBe(2 * paid(before[1]));
  expect(again?.verdict?.state).toBe('failed');
});

test('a table without such a column has no verdicts', async () => {
  const batch = aBatch({ model: 'sandbox/echo', settings: { stream: false } });
  await app.tell('batches.create', batch);
  await untilDone(app, batch.id);
  expect((await rowsOf(app, batch.id)).every(({ verdict }) => verdict === undefined)).toBe(true);
  expect((await app.tell('batches.export', { id: batch.id, format: 'csv' })).text).not.toContain('verdict');
});

test('what the gateway counted is judged, and so are rows of media', async () => {
  const counted = await run([['Paris', 'token-count:1', '', '']]);
  expect((await rowsOf(app, counted))[0]?.verdict?.why.join()).toMatch(/^\d+ tokens, not 1\.$/);
  const batch = aBatch({
    ...{ modality: 'image', model: 'sandbox/aurora', template: 'A {{what}}', parameters: {}, extra: {} },
    ...{
      columns: ['what', '__expected'],
      rows: [
        ['boat', 'format:png'],
        ['kite', 'width:3'],
      ],
    },
  });
  await app.tell('batches.create', batch);
  await untilDone(app, batch.id);
  const rows = await rowsOf(app, batch.id);
  expect(rows.map(({ verdict }) => verdict?.state)).toEqual(['passed', 'failed']);
  expect(await app.tell('batches.verdicts', { id: batch.id })).toEqual({ passed: 1, failed: 1, unclear: 0 });
});
