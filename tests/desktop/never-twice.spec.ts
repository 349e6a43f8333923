/** Chromium repeats a POST by itself when a kept connection breaks before the reply; the app must not let it. */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright/test';
import type { MessagePage } from '../../shared/chat/chat';
import type { Envelope } from '../../shared/errors';
import { expect, test } from '../support/desktop';

/** Answers the first chat call and cuts the connection of every later one, after it was read. */
async function startCuttingGateway() {
  const posts: string[] = [];
  const server = createServer(async (request, response) => {
    for await (const _piece of request);
    if (request.method !== 'POST')
      return void response.end(JSON.stringify({ object: 'list', data: [{ id: 'm' }] }));
    posts.push(String(request.headers['idempotency-key']));
    if (posts.length > 1) return void request.socket.destroy();
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({ choices: [{ index: 0, message: { content: 'first' }, finish_reason: 'stop' }] }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, posts, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1` };
}

async function call<Value>(page: Page, name: string, input: unknown): Promise<Value> {
  const answer = (await page.evaluate(({ name, input }) => window.bridge?.call(name, input), {
    name,
    input,
  })) as Envelope<Value>;
  if (!answer.ok) throw new Error(`${name}: ${answer.error.code}`);
  return answer.value;
}

async function chat(page: Page, conversationId: string | null) {
  const input = {
    conversationId,
    messageId: randomUUID(),
    text: 'x',
    model: 'm',
    settings: { stream: false },
  };
  const sent = await call<{ conversationId: string }>(page, 'chat.send', input);
  const last = async () => {
    const asked = { conversationId: sent.conversationId, beforeId: null, limit: 1 };
    return (await call<MessagePage>(page, 'messages.page', asked)).messages.at(-1);
  };
  await expect.poll(async () => (await last())?.status).not.toBe('streaming');
  return { ...sent, reply: await last() };
}

test('a request whose connection breaks is sent once, and its cost is shown as unknown', async ({
  launch,
}) => {
  const gateway = await startCuttingGateway();
  const { window } = await launch();
  const { id } = await call<{ id: string }>(window, 'profiles.create', {
    name: 'Cutting',
    baseUrl: gateway.baseUrl,
  });
  await call(window, 'profiles.saveKey', { id, key: 'some-key-of-ours', keep: 'session' });
  await call(window, 'profiles.activate', { id });
  const first = await chat(window, null);
  expect(first.reply).toMatchObject({ status: 'complete', text: 'first' });
  const second = await chat(window, first.conversationId);
  expect(second.reply).toMatchObject({ status: 'failed', error: { outcomeUnknown: true } });
  expect(gateway.posts).toHaveLength(2);
  gateway.server.closeAllConnections();
  gateway.server.close();
});
