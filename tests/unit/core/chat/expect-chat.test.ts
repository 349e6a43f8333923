/** When the embedded gateway learns that a chat is about to come, so that its first reply comes soon. */
import { expect, onTestFinished, test } from 'vitest';
import { openTestCore } from '../../../support/core';
import { memoryKeychain } from '../../../support/memory-keychain';

async function openCounted() {
  let expected = 0;
  const app = await openTestCore({
    keychain: memoryKeychain(),
    onExpectChat: () => {
      expected += 1;
    },
  });
  onTestFinished(() => app.close());
  return { app, expected: () => expected };
}

const draft = (text: string) => ({ id: null, text, attachments: [] });

test('it is expected as one is typed and as it is sent, and not before', async () => {
  const { app, expected } = await openCounted();
  await app.tell('conversations.saveDraft', draft(''));
  expect(expected()).toBe(0);
  await app.tell('conversations.saveDraft', draft('A boat'));
  expect(expected()).toBe(1);
  await app.chat('A boat');
  expect(expected()).toBe(2);
});

test('it is not expected of the Sandbox where another gateway is asked', async () => {
  const { app, expected } = await openCounted();
  const { id } = await app.tell('profiles.create', { name: 'Mine', baseUrl: app.sandbox.baseUrl, key: 'k' });
  await app.tell('profiles.activate', { id });
  await app.tell('conversations.saveDraft', draft('A boat'));
  expect(expected()).toBe(0);
});
