/** A comparison whose app ends in the middle of a loop of tools: nothing is paid twice, and nothing spends by itself. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ToolSettings } from '../../../../shared/run/tools';
import { aRound, chatsOf, comparisonOf, settled } from '../../../support/compare-core';
import { openTestCore, type TestCore } from '../../../support/core';
import { mortal } from '../../../support/mortal-storage';
import { type Answer, type PaidGateway, startPaidGateway } from '../../../support/paid-gateway';
import { tempFolder } from '../../../support/temp-folder';

const CHATS = '/chat/completions';
let gateway: PaidGateway;
let app: TestCore;
beforeEach(async () => {
  gateway = await startPaidGateway();
});
afterEach(async () => {
  await app.close();
  await gateway.close();
});

/** @returns kills the app and starts it again */
async function begin() {
  const home = tempFolder();
  const { state, wrapStorage } = mortal();
  app = await openTestCore({ home, sandbox: gateway.sandbox, wrapStorage });
  return async () => {
    state.isDead = true;
    await app.close();
    app = await openTestCore({ home, sandbox: gateway.sandbox });
  };
}

const roundsIn = (body: Record<string, unknown>) =>
  (body.messages as readonly { role: string }[]).filter(({ role }) => role === 'tool').length;
const calls = (round: number): Answer => {
  const call = {
    id: `call_${round}`,
    type: 'function',
    function: { name: 'count', arguments: `{"n":${round}}` },
  };
  const message = { role: 'assistant', content: null, tool_calls: [call] };
  return { charge: 1, body: { choices: [{ index: 0, message, finish_reason: 'tool_calls' }] } };
};
const done: Answer = {
  charge: 1,
  body: { choices: [{ index: 0, message: { content: 'Done.' }, finish_reason: 'stop' }] },
};
/** The result of the first call may take its time. */
const tools = (delayMs: number): ToolSettings => ({
  tools: [
    {
      name: 'count',
      parameters: { type: 'object' },
      automatic: [
        { kind: 'result', content: 'one', when: { argument: 'n', is: '0' }, delayMs },
        { kind: 'result', content: 'more' },
      ],
    },
  ],
  loop: { rounds: 4 },
});
const columns = (delayMs: number) =>
  ['paid/one', 'paid/two'].map((model) => ({ model, settings: { stream: false, tools: tools(delayMs) } }));
const keys = () => gateway.requests.filter(({ path }) => path === CHATS).map(({ key }) => key);

test('between two rounds: each column waits for a person, who goes on from its last paid reply', async () => {
  const restart = await begin();
  gateway.on(CHATS, ({ body }) => (roundsIn(body) < 3 ? calls(roundsIn(body)) : done));
  const round = aRound(columns(30_000));
  await app.tell('compare.send', round);
  const answering = () =>
    app.events.filter((one) => one.type === 'toolRound.changed' && one.round.isAnswering);
  await app.until(() => answering().length === 2);
  await restart();
  // The window asks again, as after an answer that never came.
  await app.tell('compare.send', round);
  const comparison = await settled(app, round.id);
  const chats = await chatsOf(app, comparison);
  expect(chats.map((messages) => messages.map(({ status }) => status))).toEqual(
    Array(2).fill(['complete', 'complete']),
  );
  expect(gateway.charges).toHaveLength(2);
  const lasts = chats.map((messages) => messages.at(-1)?.id ?? '');
  for (const messageId of lasts)
    expect(await app.tell('chat.toolRound', { messageId })).toEqual({ isAnswering: false, ended: null });
  // The forecast of going on counts the rounds that are left.
  const results = [{ callId: 'call_0', content: 'one' }];
  const intent = { kind: 'answerTools' as const, messageId: lasts[0] ?? '', results };
  expect(await app.tell('credits.forecast', { intent })).toMatchObject({ rounds: 3 });
  for (const messageId of lasts)
    await app.tell('chat.answerTools', { messageId, toolMessageId: randomUUID(), results });
  await app.until(() => gateway.charges.length === 8);
  const ended = await chatsOf(app, await settled(app, round.id));
  expect(ended.map((messages) => messages.at(-1)?.text)).toEqual(['Done.', 'Done.']);
  expect(new Set(keys()).size).toBe(8);
  expect((await comparisonOf(app, round.id)).cost?.[0]).toEqual({ unit: 'credits', amount: 8_000_000 });
});

test('in the middle of the second call: the column keeps its rounds, and the reply is asked again by hand alone', async () => {
  const restart = await begin();
  const state = { isHeld: true };
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  gateway.on(CHATS, async ({ body }) => {
    if (roundsIn(body) === 1 && state.isHeld) await held;
    return roundsIn(body) < 3 ? calls(roundsIn(body)) : done;
  });
  const round = aRound(columns(0));
  await app.tell('compare.send', round);
  await app.until(() => gateway.count(CHATS) === 4);
  await restart();
  state.isHeld = false;
  letGo();
  const comparison = await settled(app, round.id);
  expect(comparison.hasUnknownCost).toBe(true);
  const before = gateway.count(CHATS);
  expect(before).toBe(4);
  const chats = await chatsOf(app, comparison);
  expect(chats.map((messages) => messages.map(({ role }) => role).join(' '))).toEqual(
    Array(2).fill('user assistant tool assistant'),
  );
  expect(chats.map((messages) => messages.at(-1)?.status)).toEqual(['interrupted', 'interrupted']);
  for (const messages of chats)
    await app.tell('chat.regenerate', { messageId: messages.at(-1)?.id ?? '', replyId: randomUUID() });
  await app.until(() => gateway.count(CHATS) === before + 6);
  const ended = await chatsOf(app, await settled(app, round.id));
  expect(ended.map((messages) => messages.at(-1)?.text)).toEqual(['Done.', 'Done.']);
  expect(ended.map((messages) => messages.filter(({ role }) => role === 'tool').length)).toEqual([3, 3]);
});
