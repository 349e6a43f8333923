import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { appendDelta, liveTextOf } from '../../../../renderer/state/core/live-text';
import type { Message } from '../../../../shared/chat/chat';
import { textOf } from '../../../../shared/chat/parts';
import { AppError } from '../../../../shared/errors';
import { openTestCore, type TestCore, type TestCoreOptions } from '../../../support/core';
import { inMicros } from '../../../support/money';

/** A gateway whose streams a test writes itself, chunk by chunk. */
interface Stream {
  readonly body: Record<string, unknown>;
  say(index: number, content: string, finish?: string): void;
  end(credits?: number): void;
  cut(): void;
}

let streams: Stream[];
let close: () => Promise<void>;
let options: TestCoreOptions;
let app: TestCore;

beforeEach(async () => {
  streams = [];
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    if (request.method !== 'POST') return void json(response, modelList);
    streams.push(streamTo(response, JSON.parse(Buffer.concat(pieces).toString())));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
  close = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const account = () => Promise.reject(new Error('This gateway keeps no account.'));
  const home = mkdtempSync(join(tmpdir(), 'gatehouse-choices-'));
  options = { home, sandbox: { baseUrl, apiKey: 'key-of-a-stream', dataDir: '', account, close } };
  app = await openTestCore(options);
});
afterEach(async () => {
  await app.close();
  await close();
  rmSync(options.home ?? '', { recursive: true, force: true });
});

const modelList = { object: 'list', data: [], meta: { credits_used: 0, credits_remaining: 100 } };
const json = (response: ServerResponse, body: object) =>
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));

function streamTo(response: ServerResponse, body: Record<string, unknown>): Stream {
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'X-Request-Id': randomUUID() });
  const send = (data: object) => response.write(`data: ${JSON.stringify(data)}\n\n`);
  return {
    body,
    say: (index, content, finish) =>
      send({ choices: [{ index, delta: { content }, finish_reason: finish ?? null }] }),
    end(credits = 3) {
      send({ choices: [], meta: { credits_used: credits, credits_remaining: 97 } });
      response.end('data: [DONE]\n\n');
    },
    cut: () => response.destroy(),
  };
}

const ask = async (choices = 3) => {
  const input = { conversationId: null, messageId: randomUUID(), text: 'Three ways', model: 'm' };
  const sent = await app.tell('chat.send', { ...input, settings: { choices } });
  const stream = await app.until(() => streams.at(-1));
  return { ...sent, messageId: input.messageId, stream };
};

/** As a window holds them after hearing every event. */
const heard = () => {
  const messages = new Map<string, Message>();
  for (const event of app.events) {
    if (event.type === 'message.changed') messages.set(event.message.id, event.message);
    const known = event.type === 'message.delta' && messages.get(event.messageId);
    if (!known || event.type !== 'message.delta') continue;
    const live = appendDelta(liveTextOf(known), event);
    expect(live.pending).toEqual([]);
    messages.set(known.id, { ...known, parts: live.parts, text: textOf(live.parts) });
  }
  return [...messages.values()].filter(({ role }) => role === 'assistant');
};
const texts = () => heard().map(({ text }) => text);
const stored = async (replyId: string) => {
  const [reply] = await app.tell('messages.get', { ids: [replyId] });
  return await app.tell('messages.get', { ids: [...(reply?.siblingIds ?? [])] });
};
const ended = (replyId: string) =>
  app.until(() => app.message(replyId)?.status !== 'streaming' && app.message(replyId));

describe('several replies to one message', () => {
  test('are shown while they stream, beside the first, and each delta names its reply', async () => {
    const { stream, replyId, conversationId } = await ask();
    stream.say(0, 'first');
    stream.say(2, 'third');
    stream.say(1, 'second');
    stream.say(2, ' goes on');
    await app.until(() => texts().toSorted().join() === 'first,second,third goes on');
    const indexes = app.events.flatMap((event) => (event.type === 'message.delta' ? [event.index] : []));
    expect(new Set(indexes)).toEqual(new Set([undefined, 2]));
    const [first] = await app.tell('messages.get', { ids: [replyId] });
    expect(first?.siblingIds).toHaveLength(3);
    const conversation = await app.tell('conversations.get', { id: conversationId });
    expect(conversation).toMatchObject({ leafId: replyId });
    expect(conversation.streamingMessageIds).toHaveLength(3);
    for (const index of [0, 1, 2]) stream.say(index, '.', 'stop');
    stream.end();
    await ended(replyId);
    const all = await stored(replyId);
    expect(all.map(({ text, status, finishReason }) => [text, status, finishReason])).toEqual([
      ['first.', 'complete', 'stop'],
      ['third goes on.', 'complete', 'stop'],
      ['second.', 'complete', 'stop'],
    ]);
    // What a window holds is what is stored, without asking again.
    expect(heard().map(({ text, status }) => [text, status])).toEqual(
      all.map(({ text, status }) => [text, status]),
    );
    expect(all.map(({ cost }) => cost)).toEqual([inMicros(3_000_000), [], []]);
  });

  test('are all kept when the person stops any of them', async () => {
    const { stream, replyId } = await ask();
    stream.say(0, 'one');
    stream.say(1, 'two', 'stop');
    stream.say(2, 'three');
    await app.until(() => texts().toSorted().join() === 'one,three,two');
    const third = heard().find(({ text }) => text === 'three');
    await app.tell('chat.stop', { messageId: third?.id ?? '' });
    await ended(replyId);
    expect((await stored(replyId)).map(({ text, status, error }) => [text, status, error])).toEqual([
      ['one', 'stopped', null],
      ['two', 'complete', null],
      ['three', 'stopped', null],
    ]);
  });

  test('are all kept when the connection breaks, and the call counts as unknown once', async () => {
    const { stream, replyId } = await ask();
    stream.say(0, 'one');
    stream.say(1, 'two');
    await app.until(() => texts().toSorted().join() === 'one,two');
    stream.cut();
    await ended(replyId);
    const all = await stored(replyId);
    expect(all.map(({ text, status }) => [text, status])).toEqual([
      ['one', 'interrupted'],
      ['two', 'interrupted'],
    ]);
    expect(all.map(({ error }) => error?.outcomeUnknown)).toEqual([true, undefined]);
    expect((await app.tell('app.snapshot', {})).ledger.unknownThisSession).toBe(1);
  });

  test('are kept if the app ends while they stream, and the next start counts nothing for them', async () => {
    const { stream, replyId } = await ask();
    stream.say(0, 'one');
    stream.say(1, 'two');
    await app.until(() => texts().toSorted().join() === 'one,two');
    await app.close();
    app = await openTestCore(options);
    expect((await stored(replyId)).map(({ text, status }) => [text, status])).toEqual([
      ['one', 'interrupted'],
      ['two', 'interrupted'],
    ]);
  });

  test('are kept in memory while the disk is full, and saved once there is room', async () => {
    await app.close();
    let isFull = false;
    app = await openTestCore({
      ...options,
      wrapStorage: (storage) => {
        const refuse =
          <Input extends unknown[], Result>(write: (...input: Input) => Result) =>
          (...input: Input): Result => {
            if (isFull) throw new AppError({ code: 'storage_full', message: 'The disk is full.' });
            return write(...input);
          };
        const { insert, update } = storage.messages;
        return {
          ...storage,
          messages: { ...storage.messages, insert: refuse(insert), update: refuse(update) },
        };
      },
    });
    const { stream, replyId } = await ask(2);
    isFull = true;
    stream.say(0, 'one', 'stop');
    stream.say(1, 'two', 'stop');
    stream.end();
    await app.until(() => app.events.some(({ type }) => type === 'notices.changed'));
    isFull = false;
    await ended(replyId);
    expect((await stored(replyId)).map(({ text, status }) => [text, status])).toEqual([
      ['one', 'complete'],
      ['two', 'complete'],
    ]);
  });

  test('are one if one was requested, whatever number the gateway gives it', async () => {
    const { stream, replyId } = await ask(1);
    stream.say(1, 'the only one', 'stop');
    stream.end();
    expect((await ended(replyId)).text).toBe('the only one');
    expect(await stored(replyId)).toHaveLength(1);
  });

  test('are one when a reply is continued: only its end was requested', async () => {
    const { stream, replyId } = await ask(2);
    stream.say(0, 'one');
    stream.say(1, 'two');
    await app.until(() => texts().toSorted().join() === 'one,two');
    stream.cut();
    await ended(replyId);
    await app.tell('chat.continue', { messageId: replyId, intentId: randomUUID() });
    const next = await app.until(() => streams[1]);
    expect(next.body.n).toBeUndefined();
    next.say(0, ' more', 'stop');
    next.end();
    await app.until(() => app.message(replyId)?.status === 'complete');
    expect((await stored(replyId)).map(({ text }) => text)).toEqual(['one more', 'two']);
  });
});
