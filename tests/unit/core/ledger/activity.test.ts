import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { exportLedger } from '../../../../electron/core/ledger/export-ledger';
import type { Job } from '../../../../shared/media/jobs';
import type { LedgerRow } from '../../../../shared/money/ledger';
import type { Amount } from '../../../../shared/money/money';
import { openTestCore, type TestCore } from '../../../support/core';
import { paidIn } from '../../../support/money';
import { tempFolder } from '../../../support/temp-folder';

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
  expect(paidIn(page)).toBe(Math.round(charged * 1e6));
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

test('a call keeps the tokens that its gateway counted, also where its chat is deleted', async () => {
  const { reply: sent } = await app.chat('one two three');
  const { usage } = sent;
  expect(usage?.promptTokens).toBeGreaterThan(0);
  const tokens = { promptTokens: usage?.promptTokens, completionTokens: usage?.completionTokens };
  for (const { id } of (await app.tell('app.snapshot', {})).conversations.conversations)
    await app.tell('conversations.remove', { id });
  const { rows } = await app.tell('ledger.page', { filter: {}, cursor: null, limit: 50 });
  const [reply, ...others] = rows.toSorted((a, b) => (b.promptTokens ?? -1) - (a.promptTokens ?? -1));
  expect(reply).toMatchObject({
    operation: 'chat.completions.create',
    ...tokens,
    cachedTokens: usage?.cachedTokens ?? null,
  });
  for (const row of others) expect(row).toMatchObject({ promptTokens: null, completionTokens: null });
});

test('an export has exact amounts, leaves unknown ones empty and can’t run as a formula', () => {
  const row: LedgerRow = {
    ...{
      id: 1,
      at: 0,
      profileId: 'p',
      operation: 'chat.completions.create',
      model: '=HYPERLINK("x")',
      outcome: 'answered',
      kind: 'chat',
    },
    unit: 'credits',
    amount: 1_234_567 as Amount,
    balance: null,
    statusCode: 200,
    requestId: 'a,b',
    totalMs: 12.4,
    conversationId: 'c',
    messageId: null,
    jobId: null,
    promptTokens: 1_200,
    cachedTokens: 1_000,
    completionTokens: 30,
    reasoningTokens: null,
  };
  const [header, line] = exportLedger([row], 'csv').text.split('\r\n');
  expect(header).toBe(
    'time,operation,model,credits,remaining,outcome,status,ms,requestId,kind,profileId,conversationId,jobId,unit,amount,balance,inputTokens,cachedTokens,outputTokens,reasoningTokens',
  );
  expect(line).toBe(
    `1970-01-01T00:00:00.000Z,chat.completions.create,"'=HYPERLINK(""x"")",1.234567,,answered,200,12,"a,b",chat,p,c,,credits,1.234567,,1200,1000,30,`,
  );
  expect(JSON.parse(exportLedger([row], 'json').text)).toMatchObject([
    { credits: '1.234567', remaining: null },
  ]);
});

/** A video of the least length and size, waited for to its end. */
async function makeVideo(): Promise<string> {
  const id = randomUUID();
  const wish = { modality: 'video' as const, model: 'sandbox/kinograph', prompt: 'a boat', extra: {} };
  await app.tell('jobs.create', { id, ...wish, parameters: { duration: 1, resolution: '480p' } });
  await app.until(() => app.events.some((event) => event.type === 'job.changed' && isDone(event.job, id)));
  return id;
}
const isDone = (job: Job, id: string) => job.id === id && job.status === 'completed';

test('the cost of a video counts as video, although a poll reported it', async () => {
  await app.chat('one');
  const jobId = await makeVideo();
  const kinds = await app.tell('ledger.groups', { filter: {}, by: 'kind' });
  expect(kinds.map(({ key }) => key).toSorted()).toEqual(['chat', 'video']);
  const video = kinds.find(({ key }) => key === 'video');
  expect(video?.used).toBeGreaterThan(0);
  const page = await app.tell('ledger.page', { filter: { kind: 'video' }, cursor: null, limit: 9 });
  const { rows } = page;
  expect(paidIn(page)).toBe(video?.used);
  expect(rows.every((row) => row.jobId === jobId && row.kind === 'video')).toBe(true);
  expect(await app.tell('ledger.days', { filter: {} })).toMatchObject([
    { day: localDay(), model: 'sandbox/echo', kind: 'chat', calls: 1 },
    { day: localDay(), model: 'sandbox/kinograph', kind: 'video', used: video?.used },
  ]);
});

const localDay = () => new Date().toLocaleDateString('sv');

describe('the totals of a selection', () => {
  test('count a call of unknown cost until a balance shows what it was', async () => {
    await app.chat('one');
    await app.chat('broken', { model: 'sandbox/flaky', extra: { fail: 'cut', fail_after_tokens: 5 } });
    const sums = () => app.tell('ledger.sums', { filter: {} });
    expect(await sums()).toMatchObject({ calls: 2, unknown: 1, outside: 0, added: 0 });
    await app.chat('three', { model: 'sandbox/eliza' });
    const { charged } = await app.sandbox.account();
    expect(await sums()).toMatchObject({ calls: 3, unknown: 0, spent: Math.round(charged * 1e6) });
    const one = await app.tell('ledger.sums', { filter: { model: 'sandbox/eliza' } });
    expect(one).toMatchObject({ calls: 1, unknown: 0 });
    expect(await app.tell('ledger.models', {})).toEqual(['sandbox/echo', 'sandbox/eliza', 'sandbox/flaky']);
  });

  test('report what was spent outside this app, which no group counts', async () => {
    await app.chat('mine');
    const charged = await spendOutside();
    await app.chat('mine again');
    const sums = await app.tell('ledger.sums', { filter: {} });
    expect(sums).toMatchObject({ calls: 2, outside: Math.round(charged * 1e6) });
    const [row] = (await app.tell('ledger.page', { filter: { kind: 'outside' }, cursor: null, limit: 5 }))
      .rows;
    expect(row).toMatchObject({ outcome: 'outside', kind: 'outside', amount: sums.outside });
    const kinds = await app.tell('ledger.groups', { filter: {}, by: 'kind' });
    expect(kinds).toMatchObject([{ key: 'chat', used: sums.spent, calls: 2 }]);
  });
});

async function spendOutside(): Promise<number> {
  const { baseUrl, apiKey } = app.sandbox;
  const reply = await fetch(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'sandbox/echo', messages: [{ role: 'user', content: 'theirs' }] }),
  });
  return ((await reply.json()) as { gatehouse: { credits_used: number } }).gatehouse.credits_used;
}

test('chats are listed by cost, and a deleted one keeps its cost but not its title', async () => {
  const cheap = await app.chat('one');
  const dear = await app.chat('two '.repeat(200));
  await app.chat('three '.repeat(200), { conversationId: dear.conversationId });
  const list = () => app.tell('ledger.chats', { filter: {}, cursor: null, limit: 10 });
  const before = (await list()).chats;
  expect(before.map(({ conversationId, calls }) => [conversationId, calls])).toEqual([
    [dear.conversationId, 2],
    [cheap.conversationId, 1],
  ]);
  expect(before[1]?.title).toContain('one');
  await app.tell('conversations.remove', { id: dear.conversationId });
  expect((await list()).chats).toEqual([{ ...before[0], title: null }, before[1]]);
  expect(await app.tell('ledger.chats', { filter: {}, cursor: null, limit: 1 })).toMatchObject({
    chats: [{ conversationId: dear.conversationId }],
    nextCursor: '1',
  });
});

test('costs survive the final deletion of their chat at the next start', async () => {
  const world = { home: tempFolder(), sandbox: app.sandbox };
  const first = await openTestCore(world);
  const { conversationId } = await first.chat('gone soon');
  const before = await first.tell('ledger.page', { filter: {}, cursor: null, limit: 5 });
  await first.tell('conversations.remove', { id: conversationId });
  await first.close();
  const again = await openTestCore(world);
  try {
    expect(await again.refusal('conversations.get', { id: conversationId })).toMatchObject({
      code: 'not_found',
    });
    const after = await again.tell('ledger.page', { filter: {}, cursor: null, limit: 5 });
    expect(after).toEqual(before);
    expect((await again.tell('ledger.chats', { filter: {}, cursor: null, limit: 5 })).chats).toMatchObject([
      { conversationId, title: null, used: paidIn(after), calls: 1 },
    ]);
  } finally {
    await again.close();
  }
});
