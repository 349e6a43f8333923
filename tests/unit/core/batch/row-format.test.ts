/** Rows whose replies follow a schema: their fields, the one that does not fit, and how it alone is mended. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aBatch, batchOf, rowsOf, untilDone } from '../../../support/batches';
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

const schema = {
  type: 'object',
  properties: { city: { type: 'string' }, state: { type: 'integer' } },
  required: ['city', 'state'],
  additionalProperties: false,
};

async function run(words: readonly string[]): Promise<string> {
  const batch = aBatch({
    ...{ model: 'sandbox/structured', template: 'A city {{what}}', columns: ['what'] },
    settings: { responseFormat: { name: 'place', schema, strict: true }, stream: false },
    rows: words.map((word) => [word]),
  });
  await app.tell('batches.create', batch);
  await untilDone(app, batch.id);
  return batch.id;
}

test('fields are columns, the one row that does not fit is marked, and mended alone', async () => {
  const id = await run(['north', 'south [missing]', 'east']);
  const rows = await rowsOf(app, id);
  expect(rows.map(({ misfit }) => misfit ?? null)).toEqual([
    null,
    { pointer: '/city', why: 'is missing' },
    null,
  ]);
  expect(rows[0]?.fields).toEqual([expect.any(String), expect.stringMatching(/^\d+$/)]);
  expect(rows[1]?.fields).toEqual([null, expect.any(String)]);
  const before = await batchOf(app, id);

  const mend = 'Your reply does not follow the schema: city is missing.';
  const intent = { kind: 'retryRow', id, position: 1, mend } as const;
  expect(await app.tell('credits.forecast', { intent })).toMatchObject({ calls: 1 });
  await app.tell('batches.retryRow', { id, position: 0, mend });
  await app.tell('batches.retryRow', { id, position: 1, mend });
  await untilDone(app, id);
  const [first, mended] = await rowsOf(app, id);
  expect(first?.replyId).toBe(rows[0]?.replyId);
  expect(mended).toMatchObject({
    status: 'done',
    misfit: null,
    fields: [expect.any(String), expect.any(String)],
  });
  const { messages } = await app.tell('messages.page', {
    conversationId: mended?.conversationId ?? '',
    beforeId: null,
    limit: 10,
  });
  expect(messages.map(({ role, text }) => (role === 'user' ? text : role))).toEqual([
    'A city south [missing]',
    'assistant',
    mend,
    'assistant',
  ]);
  // Both replies are paid, and the row has the sum.
  const amount = (cost: unknown) => JSON.stringify(cost);
  expect(amount(mended?.cost)).not.toBe(amount(rows[1]?.cost));
  expect(amount((await batchOf(app, id)).cost)).not.toBe(amount(before.cost));
});

test('the export has the fields after all that was there before', async () => {
  const id = await run(['north', 'south [trailing]']);
  const { text } = await app.tell('batches.export', { id, format: 'csv' });
  const [head, first, second] = text.trim().split(/\r?\n(?=\d|row)/);
  expect(head).toMatch(/^row,what,state,answer,file,.*,city,reply\.state,misfit$/);
  expect(first).toMatch(/,[a-z]+ [a-z]+,\d+,$/);
  expect(second).toMatch(/The reply is not valid JSON$/);
  const json = JSON.parse((await app.tell('batches.export', { id, format: 'json' })).text);
  expect(json.rows[0]).toMatchObject({ fields: { city: expect.any(String) }, misfit: null });
});

test('a row that does not fit can be asked again, one that fits can’t', async () => {
  const id = await run(['north', 'south [wrong type]']);
  await app.tell('batches.retryRow', { id, position: 0 });
  await app.tell('batches.retryRow', { id, position: 1 });
  await untilDone(app, id);
  const rows = await rowsOf(app, id);
  expect(rows.map(({ misfit }) => misfit?.why ?? null)).toEqual([null, 'must be string, is number']);
});
