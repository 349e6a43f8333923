/** Rows whose replies call tools that nothing answers: the row says so, nothing more is sent, and its chat goes on by hand. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Tool, ToolSettings } from '../../../../shared/run/tools';
import { aBatch, rowsOf, untilDone } from '../../../support/batches';
import { openTestCore, type TestCore } from '../../../support/core';
import { type PaidGateway, startPaidGateway } from '../../../support/paid-gateway';

const CHATS = '/chat/completions';
let gateway: PaidGateway;
let app: TestCore;
beforeEach(async () => {
  gateway = await startPaidGateway();
  app = await openTestCore({ sandbox: gateway.sandbox });
  gateway.on(CHATS, ({ body }) => {
    const { messages } = body as { messages: { role: string; content: unknown }[] };
    const last = messages.at(-1);
    const isCalled = last?.role === 'user' && String(last.content).includes('Oslo');
    const call = { id: 'a', type: 'function', function: { name: 'weather', arguments: '{}' } };
    const message = isCalled ? { content: null, tool_calls: [call] } : { content: 'Mild.' };
    const choice = { index: 0, message: { role: 'assistant', ...message }, finish_reason: 'stop' };
    return { charge: 1, body: { choices: [choice] } };
  });
});
afterEach(async () => {
  await app.close();
  await gateway.close();
});

const weather: Tool = {
  name: 'weather',
  parameters: { type: 'object' },
  automatic: [{ kind: 'result', content: '3' }],
};

test('a row whose calls are answered by hand ends with them', async () => {
  const tools: ToolSettings = { tools: [weather] };
  const settings = { stream: false, tools };
  const rows = [['Oslo'], ['Bern']];
  const batch = aBatch({
    model: 'paid/painter',
    template: 'In {{city}}?',
    columns: ['city'],
    rows,
    settings,
  });
  await app.tell('batches.create', batch);
  await untilDone(app, batch.id);
  const [called, plain] = await rowsOf(app, batch.id);
  expect(called).toMatchObject({ status: 'done', calledTools: ['weather'], error: null });
  expect(plain).toMatchObject({ status: 'done', answer: 'Mild.' });
  expect(plain?.calledTools).toBeUndefined();
  expect(gateway.count(CHATS)).toBe(2);
  const { text } = await app.tell('batches.export', { id: batch.id, format: 'csv' });
  const [head, first] = text.trim().split('\r\n');
  expect(head?.endsWith(',calledTools')).toBe(true);
  expect(first?.endsWith(',weather')).toBe(true);
  const input = { messageId: called?.replyId ?? '', toolMessageId: randomUUID() };
  const { replyId } = await app.tell('chat.answerTools', {
    ...input,
    results: [{ callId: 'a', content: '3' }],
  });
  await app.until(() => app.message(replyId)?.status === 'complete');
  expect(app.message(replyId)?.text).toBe('Mild.');
  expect(gateway.count(CHATS)).toBe(3);
  expect((await rowsOf(app, batch.id))[0]).toMatchObject({ status: 'done', calledTools: ['weather'] });
});
