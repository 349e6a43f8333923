/** A call that its gateway refuses for now waits by itself, shown and stoppable, whatever it is made for. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Message } from '../../../../shared/chat/chat';
import { aBatch, untilBatch, untilDone } from '../../../support/batches';
import { openTestCore, type TestCore } from '../../../support/core';
import { type Answer, IMAGES, type PaidGateway, png, startPaidGateway } from '../../../support/paid-gateway';

const CHATS = '/chat/completions';

let gateway: PaidGateway;
let app: TestCore;
beforeEach(async () => {
  gateway = await startPaidGateway();
  app = await openTestCore({ sandbox: gateway.sandbox });
});
afterEach(async () => {
  await app.close();
  await gateway.close();
});

const answer: Answer = {
  charge: 1,
  body: { choices: [{ index: 0, message: { role: 'assistant', content: 'ok' }, finish_reason: 'stop' }] },
};
const refusal = (retryAfter: string): Answer => ({
  status: 429,
  headers: { 'retry-after': retryAfter },
  body: { error: { code: 'rate_limited', message: 'Too many requests.' } },
});
/** The next request would be refused until the reset. */
const usedUp = (reset: string) => ({
  'x-ratelimit-limit-requests': '5',
  'x-ratelimit-remaining-requests': '0',
  'x-ratelimit-reset-requests': reset,
});
const settings = { stream: false };

async function send(): Promise<string> {
  const sent = await app.tell('chat.send', {
    ...{ conversationId: null, messageId: randomUUID(), text: 'Hello', attachments: [] },
    ...{ model: 'paid/painter', settings },
  });
  return sent.replyId;
}

const replyWhere = (id: string, isReached: (reply: Message) => boolean): Promise<Message> =>
  app.until(() => {
    const told = app.events.findLast(
      (event) => event.type === 'message.changed' && event.message.id === id && isReached(event.message),
    );
    return told?.type === 'message.changed' && told.message;
  });
const untilEnded = (id: string) => replyWhere(id, ({ status }) => status !== 'streaming');
const rows = (count: number) => Array.from({ length: count }, (_, index) => [String(index)]);
const chats = (count: number) =>
  aBatch({ model: 'paid/painter', template: 'Row {{n}}', columns: ['n'], rows: rows(count), settings });

test('a reply that is refused for now says what it waits for, and is answered under the same key', async () => {
  gateway.on(CHATS, ({ before }) => (before === 0 ? refusal('1') : answer));
  const id = await send();
  const waiting = await replyWhere(id, ({ wait }) => wait !== undefined);
  expect(waiting.wait).toMatchObject({ failedInARow: 1, lastError: { message: 'Too many requests.' } });
  const reply = await untilEnded(id);
  expect(reply).toMatchObject({ status: 'complete', text: 'ok', error: null });
  expect(reply.wait).toBeUndefined();
  const keys = gateway.requests.filter(({ path }) => path.endsWith(CHATS)).map(({ key }) => key);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  expect(gateway.charges).toHaveLength(1);
});

test('a reply whose gateway asks for a long wait fails at once, and says how long', async () => {
  gateway.on(CHATS, () => refusal('3600'));
  expect(await untilEnded(await send())).toMatchObject({
    ...{ status: 'failed', error: { statusCode: 429, retryAfterMs: 3_600_000 } },
  });
  expect(gateway.count(CHATS)).toBe(1);
});

test('a reply waits for the limit that the headers stated, and nothing is sent where it is stopped', async () => {
  gateway.on(CHATS, () => ({ ...answer, headers: usedUp('15s') }));
  await untilEnded(await send());
  const id = await send();
  const { wait } = await replyWhere(id, (reply) => reply.wait !== undefined);
  expect(wait).toMatchObject({ isPaced: true, lastError: null });
  await app.tell('chat.stop', { messageId: id });
  expect(await untilEnded(id)).toMatchObject({ status: 'stopped', error: null });
  expect(gateway.count(CHATS)).toBe(1);
  const { ledger } = await app.tell('app.snapshot', {});
  expect(ledger).toMatchObject({ unknownThisSession: 0 });
});

test('a reply is sent at once where the headers state a longer wait than anyone waits for', async () => {
  gateway.on(CHATS, () => ({ ...answer, headers: usedUp('10m0s') }));
  await untilEnded(await send());
  expect(await untilEnded(await send())).toMatchObject({ status: 'complete' });
  expect(gateway.count(CHATS)).toBe(2);
});

test('a reply that waited when the app closed was not sent, and says so', async () => {
  gateway.on(CHATS, () => ({ ...answer, headers: usedUp('15s') }));
  await untilEnded(await send());
  const id = await send();
  const { conversationId } = await replyWhere(id, ({ wait }) => wait !== undefined);
  const { home, sandbox } = app;
  await app.core.close();
  app = await openTestCore({ home, sandbox });
  const { messages } = await app.tell('messages.page', { conversationId, beforeId: null, limit: 10 });
  const reply = messages.find((message) => message.id === id);
  expect(reply).toMatchObject({ status: 'interrupted', error: { code: 'not_sent' } });
  expect(reply?.error?.outcomeUnknown).toBeUndefined();
  expect(gateway.count(CHATS)).toBe(1);
});

test('a paused batch takes back the rows whose call waits, and sends them once it goes on', async () => {
  let isOpen = false;
  gateway.on(CHATS, () => (isOpen ? answer : refusal('2')));
  const batch = chats(3);
  await app.tell('batches.create', batch);
  await untilBatch(app, batch.id, ({ waitsUntil, counts }) => waitsUntil !== null && counts.running === 3);
  await app.tell('batches.pause', { id: batch.id });
  const paused = await untilBatch(app, batch.id, ({ counts }) => counts.waiting === 3);
  expect(paused).toMatchObject({ status: 'paused', waitsUntil: null });
  const sent = gateway.count(CHATS);
  isOpen = true;
  await app.tell('batches.resume', { id: batch.id });
  expect((await untilDone(app, batch.id)).counts.done).toBe(3);
  expect({ sent, all: gateway.count(CHATS) }).toEqual({ sent: 3, all: 6 });
  expect(gateway.charges).toHaveLength(3);
});

test('a row that waited when the app closed is sent at the next start, once', async () => {
  gateway.on(CHATS, ({ before }) => (before < 2 ? refusal('600') : answer));
  const batch = chats(2);
  await app.tell('batches.create', batch);
  await untilBatch(app, batch.id, ({ waitsUntil, counts }) => waitsUntil !== null && counts.running === 2);
  const { home, sandbox } = app;
  await app.core.close();
  app = await openTestCore({ home, sandbox });
  expect((await untilDone(app, batch.id)).counts.done).toBe(2);
  expect(gateway.count(CHATS)).toBe(4);
  expect(gateway.charges).toHaveLength(2);
});

test('rows that wait take no room from another batch, and no more of their own are started beside them', async () => {
  gateway.on(CHATS, () => refusal('600'));
  gateway.on(IMAGES, () => ({ charge: 5, body: { data: [{ b64_json: png.toString('base64') }] } }));
  const waiting = chats(5);
  await app.tell('batches.create', waiting);
  await untilBatch(app, waiting.id, ({ waitsUntil, counts }) => waitsUntil !== null && counts.running === 3);
  const images = aBatch({
    ...{ modality: 'image', model: 'paid/painter', template: 'Row {{n}}', columns: ['n'], rows: rows(4) },
    ...{ parameters: {}, extra: {} },
  });
  await app.tell('batches.create', images);
  expect((await untilDone(app, images.id)).counts.done).toBe(4);
  expect((await untilBatch(app, waiting.id, () => true)).counts).toMatchObject({ running: 3, waiting: 2 });
  expect(gateway.count(CHATS)).toBe(3);
});

test('a result whose server is busy is downloaded by itself a little later', async () => {
  gateway.on(IMAGES, () => ({ charge: 5, body: { data: [{ url: `${gateway.baseUrl}/files/busy.png` }] } }));
  gateway.on('/files/busy.png', ({ before }) =>
    before === 0 ? { status: 503, headers: { 'retry-after': '1' }, body: {} } : { body: png },
  );
  const id = randomUUID();
  await app.tell('jobs.create', {
    ...{ id, modality: 'image', model: 'paid/painter', prompt: 'a boat', parameters: {}, extra: {} },
  });
  const ended = await app.until(() => {
    const told = app.events.findLast((event) => event.type === 'job.changed' && event.job.id === id);
    return told?.type === 'job.changed' && told.job.finishedAt !== null && told.job;
  });
  expect(ended).toMatchObject({ status: 'completed', checks: null });
  const waits = app.events.flatMap((event) => (event.type === 'job.changed' ? (event.job.checks ?? []) : []));
  expect(waits).toContainEqual(expect.objectContaining({ failedInARow: 1 }));
  expect(gateway.count('/files/busy.png')).toBe(2);
});
