/** A chat row that is sent again: what its first attempt brought was paid for. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { aBatch, rowsOf, untilBatch } from '../../../support/batches';
import { openTestCore, type TestCore } from '../../../support/core';
import { type PaidGateway, startPaidGateway } from '../../../support/paid-gateway';
import { tempFolder } from '../../../support/temp-folder';

let gateway: PaidGateway;
let app: TestCore;

beforeEach(async () => {
  gateway = await startPaidGateway();
  app = await openTestCore({ home: tempFolder(), sandbox: gateway.sandbox });
});
afterEach(async () => {
  await app.close();
  await gateway.close();
});

describe('a chat row that is retried after its reply was cut off', () => {
  const sse = (...texts: readonly string[]) =>
    texts
      .map(
        (content) => `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta: { content } }] })}\n\n`,
      )
      .join('');
  const streamed = (body: string) => ({
    charge: 5,
    headers: { 'Content-Type': 'text/event-stream' },
    body,
  });
  const end = `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`;

  test.each([
    [
      'is refused',
      { status: 400, body: { error: { code: 'invalid_request', message: 'No.' } } },
      'Paid words',
    ],
    ['is cut off before it says anything', { cut: true }, 'Paid words'],
    ['is cut off sooner', streamed(sse('Pa')), 'Paid words'],
    ['brings the whole', streamed(sse('Else.') + end), 'Else.'],
  ])(
    'keeps the text that was paid for, until a reply is there that is better: it %s',
    async (_, second, text) => {
      gateway.on('/chat/completions', ({ before }) =>
        before === 0 ? streamed(sse('Paid words', ' that came')) : second,
      );
      const batch = aBatch({
        model: 'paid/painter',
        template: 'A {{thing}}',
        columns: ['thing'],
        rows: [['boat']],
      });
      await app.tell('batches.create', batch);
      await untilBatch(app, batch.id, ({ counts }) => counts.interrupted === 1);
      const asked = gateway.count('/chat/completions');
      await app.tell('batches.retryRow', { id: batch.id, position: 0 });
      await untilBatch(
        app,
        batch.id,
        ({ status, counts }) => status !== 'running' && counts.waiting + counts.running === 0,
      );
      expect(gateway.count('/chat/completions')).toBeGreaterThan(asked);
      const keys = gateway.requests.filter(({ path }) => path === '/chat/completions').map(({ key }) => key);
      expect(new Set(keys).size).toBe(1);
      const [row] = await rowsOf(app, batch.id);
      expect(row?.answer).toContain(text);
      const [reply] = await app.tell('messages.get', { ids: [row?.replyId ?? ''] });
      expect(reply?.text).toContain(text);
    },
  );
});
