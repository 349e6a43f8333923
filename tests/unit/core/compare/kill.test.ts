import { afterEach, expect, onTestFinished, test } from 'vitest';
import { aRound, chatsOf, settled } from '../../../support/compare-core';
import { openTestCore, type TestCore } from '../../../support/core';
import { mortal } from '../../../support/mortal-storage';
import { startTestSandbox } from '../../../support/sandbox';
import { tempFolder } from '../../../support/temp-folder';

let app: TestCore;
afterEach(() => app.close());

async function begin(columns: Parameters<typeof aRound>[0], modality: 'chat' | 'image') {
  const home = tempFolder();
  const sandbox = await startTestSandbox();
  onTestFinished(() => sandbox.close());
  const { state, wrapStorage } = mortal();
  app = await openTestCore({ home, sandbox, wrapStorage });
  const round = aRound(columns, { modality });
  await app.tell('compare.send', round);
  const reopen = async () => {
    state.isDead = true;
    await app.close();
    app = await openTestCore({ home, sandbox });
  };
  return { round, sandbox, reopen };
}

test('a comparison that was killed while streaming is complete at the next start, each column with its partial text', async () => {
  const slow = (perSecond: number) => ({
    model: 'sandbox/firehose',
    settings: { extra: { tokens: 4_000, tokens_per_second: perSecond } },
  });
  const { round, sandbox, reopen } = await begin([slow(200), slow(100), { model: 'sandbox/echo' }], 'chat');
  await app.until(() => app.events.filter((event) => event.type === 'message.delta').length > 10);
  await new Promise((resolve) => setTimeout(resolve, 700));
  await reopen();
  // The window asks again, as after an answer that never came.
  await app.tell('compare.send', round);
  const comparison = await settled(app, round.id);
  const said = await chatsOf(app, comparison);
  expect(said.map((messages) => messages.length)).toEqual([2, 2, 2]);
  expect(said.slice(0, 2).map((messages) => messages[1]?.status)).toEqual(['interrupted', 'interrupted']);
  expect(said.every((messages) => (messages[1]?.text ?? '').length > 0)).toBe(true);
  expect(comparison.hasUnknownCost).toBe(true);
  const { conversations } = await app.tell('conversations.list', { cursor: null, limit: 10 });
  expect(conversations).toEqual([]);
  expect((await sandbox.account()).requests['POST /api/v1/chat/completions']).toBe(3);
});

test('deletions are final at the next start, and what was paid stays in the ledger', async () => {
  const { round, reopen } = await begin([{ model: 'sandbox/echo' }, { model: 'sandbox/eliza' }], 'chat');
  const { cost } = await settled(app, round.id);
  await app.tell('compare.remove', { id: round.id });
  await reopen();
  expect(await app.refusal('compare.get', { id: round.id })).toMatchObject({ code: 'not_found' });
  expect(await app.tell('conversations.search', { query: 'kite', limit: 10 })).toEqual([]);
  expect((await app.tell('ledger.page', { filter: {}, cursor: null, limit: 1 })).cost).toEqual(cost);
});
