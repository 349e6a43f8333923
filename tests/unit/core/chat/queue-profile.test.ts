/** Which profile pays for a message that was queued. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SANDBOX_PROFILE_ID } from '../../../../shared/profiles/sandbox-profile';
import { openTestCore, type TestCore } from '../../../support/core';
import { type PaidGateway, startPaidGateway } from '../../../support/paid-gateway';
import { tempFolder } from '../../../support/temp-folder';

const CHAT = '/chat/completions';
const settings = { stream: false };
const aReply = {
  charge: 5,
  body: { choices: [{ index: 0, message: { role: 'assistant', content: 'yes' }, finish_reason: 'stop' }] },
};

let first: PaidGateway;
let second: PaidGateway;
let home: string;
let app: TestCore;
let secondId: string;
let answer: () => void;

beforeEach(async () => {
  [first, second] = [await startPaidGateway(), await startPaidGateway()];
  home = tempFolder();
  app = await openTestCore({ home, sandbox: first.sandbox });
  const opened = new Promise<void>((resolve) => {
    answer = resolve;
  });
  first.on(CHAT, async () => {
    await opened;
    return aReply;
  });
  second.on(CHAT, () => aReply);
  const made = {
    name: 'Second',
    baseUrl: second.baseUrl,
    key: 'key-of-the-second',
    keep: 'session',
  } as const;
  secondId = (await app.tell('profiles.create', made)).id;
});
afterEach(async () => {
  await app.close();
  await first.close();
  await second.close();
});

const queued = async (conversationId: string) =>
  (await app.tell('conversations.get', { id: conversationId })).queued.map(({ text }) => text);
const notices = async () => (await app.tell('app.snapshot', {})).notices;
const settled = () =>
  app.until(() =>
    app.events.some(
      (one) =>
        one.type === 'message.changed' &&
        one.message.status === 'complete' &&
        one.message.role === 'assistant',
    ),
  );

/** A chat whose reply is being written, and a second message queued behind it. */
async function aQueue() {
  const about = { model: 'paid/painter', settings };
  const sent = await app.tell('chat.send', {
    ...{ conversationId: null, messageId: randomUUID(), text: 'one', ...about },
  });
  const { conversationId } = sent;
  const messageId = randomUUID();
  await app.tell('chat.enqueue', { conversationId, messageId, text: 'two', ...about });
  return { conversationId, messageId, about };
}

test('a queued message is not paid by a profile that was chosen after it, which says so', async () => {
  const { conversationId, messageId, about } = await aQueue();
  await app.tell('profiles.activate', { id: secondId });
  answer();
  await settled();
  await app.until(() => app.events.some((one) => one.type === 'notices.changed' && one.notices.length > 0));
  expect(await notices()).toMatchObject([
    {
      title: 'A queued message was not sent',
      message: expect.stringMatching(/“Sandbox”.*“Second” would pay/),
    },
  ]);
  expect(await queued(conversationId)).toEqual(['two']);
  expect([first.charges.length, second.charges.length]).toEqual([1, 0]);
  // As "Send now" does: with the active profile, and out of the queue.
  await app.tell('chat.send', { conversationId, messageId, text: 'two', ...about });
  await app.tell('chat.dequeue', { messageId });
  await app.until(() => second.charges.length === 1);
  expect(await queued(conversationId)).toEqual([]);
  expect(await notices()).toEqual([]);
});

test('it is sent with its own profile where that is active again, also after a restart', async () => {
  const { conversationId, about } = await aQueue();
  await app.tell('profiles.activate', { id: secondId });
  answer();
  await settled();
  await app.core.close();
  app = await openTestCore({ home, sandbox: first.sandbox });
  await app.tell('profiles.activate', { id: SANDBOX_PROFILE_ID });
  await app.tell('chat.enqueue', { conversationId, messageId: randomUUID(), text: 'three', ...about });
  await app.until(() => first.charges.length === 3);
  expect(second.charges).toEqual([]);
  expect(await queued(conversationId)).toEqual([]);
});

test('one whose profile was deleted waits for the person', async () => {
  await app.tell('profiles.activate', { id: secondId });
  const open = new Promise<void>((resolve) => {
    answer = resolve;
  });
  second.on(CHAT, async () => {
    await open;
    return aReply;
  });
  const { conversationId } = await aQueue();
  await app.tell('profiles.activate', { id: SANDBOX_PROFILE_ID });
  await app.tell('profiles.remove', { id: secondId });
  answer();
  await app.until(() => app.events.some((one) => one.type === 'notices.changed' && one.notices.length > 0));
  expect(await notices()).toMatchObject([{ message: expect.stringMatching(/profile that was deleted/) }]);
  expect(await queued(conversationId)).toEqual(['two']);
  expect(first.charges).toEqual([]);
});
