import { afterEach, beforeEach, expect, test } from 'vitest';
import { exportLedger } from '../../electron/core/credits/export-ledger';
import type { Microcredits } from '../../shared/credits';
import type { LedgerRow } from '../../shared/ledger';
import { openTestCore, type TestCore } from '../support/core';

let app: TestCore;
beforeEach(async () => {
  app = await openTestCore();
});
afterEach(() => app.close());

test('every call is listed newest first, in pages, with the sum of the selection', async () => {
  await app.chat('one');
  await app.chat('two', { model: 'sandbox/eliza' });
  await app.chat('three', { model: 'sandbox/none' });
  const page = await app.tell('ledger.page', { filter: {}, cursor: null, limit: 2 });
  expect(page.rows.map(({ model, outcome }) => [model, outcome])).toEqual([
    ['sandbox/none', 'refused'],
    ['sandbox/eliza', 'answered'],
  ]);
  expect(page).toMatchObject({ total: 3 });
  const rest = await app.tell('ledger.page', { filter: {}, cursor: page.nextCursor, limit: 2 });
  expect(rest).toMatchObject({ rows: [{ model: 'sandbox/echo', statusCode: 200 }], nextCursor: null });
  expect(rest.rows[0]?.totalMs).toBeGreaterThan(0);
  const { charged } = await app.sandbox.account();
  expect(page.used).toBe(Math.round(charged * 1e6));
});

test('spending is grouped by local day, model and operation', async () => {
  await app.chat('one');
  await app.chat('two');
  await app.chat('three', { model: 'sandbox/eliza' });
  const by = (group: 'day' | 'model' | 'operation') =>
    app.tell('ledger.groups', { filter: { outcome: 'answered' }, by: group, offsetMinutes: 0 });
  expect(await by('day')).toMatchObject([{ key: new Date().toISOString().slice(0, 10), calls: 3 }]);
  expect((await by('model')).map(({ key, calls }) => [key, calls])).toContainEqual(['sandbox/echo', 2]);
  expect(await by('operation')).toMatchObject([{ key: 'chat.completions.create', calls: 3 }]);
});

test('an export holds exact amounts, leaves unknown ones empty and cannot run as a formula', () => {
  const row: LedgerRow = {
    ...{
      id: 1,
      at: 0,
      profileId: 'p',
      operation: 'chat.completions.create',
      model: '=HYPERLINK("x")',
      outcome: 'answered',
    },
    ...{ used: 1_234_567 as Microcredits, remaining: null, statusCode: 200, requestId: 'a,b', totalMs: 12.4 },
    ...{ conversationId: null, jobId: null },
  };
  const [header, line] = exportLedger([row], 'csv').text.split('\r\n');
  expect(header).toBe('time,operation,model,credits,remaining,outcome,status,ms,requestId');
  expect(line).toBe(
    `1970-01-01T00:00:00.000Z,chat.completions.create,"'=HYPERLINK(""x"")",1.234567,,answered,200,12,"a,b"`,
  );
  expect(JSON.parse(exportLedger([row], 'json').text)).toMatchObject([
    { credits: '1.234567', remaining: null },
  ]);
});
