import { expect, test } from 'vitest';
import { hasEnded } from '../../../../renderer/features/chat/reply-announcer';
import { aMessage } from '../../../support/records';

const reply = (part: Partial<Parameters<typeof aMessage>[0]> = {}) =>
  aMessage({ id: 'reply', role: 'assistant', createdAt: 50, finishedAt: 60, status: 'complete', ...part });
const seen = (last: ReturnType<typeof reply> | undefined, openedAt = 0) => ({
  ...{ conversationId: 'chat', openedAt, last },
});

test('a reply has ended once it streams no more, and only once', () => {
  const streaming = reply({ status: 'streaming', finishedAt: null });
  expect(hasEnded(seen(streaming), reply())).toBe(true);
  expect(hasEnded(seen(reply()), reply())).toBe(false);
});

test('a reply that was never drawn while it streamed has ended all the same', () => {
  expect(hasEnded(seen(aMessage({ id: 'before', role: 'user' })), reply())).toBe(true);
  expect(hasEnded(seen(reply()), reply({ finishedAt: 90 }))).toBe(true);
});

test('what was there when the chat was opened, and what the person wrote, did not end', () => {
  expect(hasEnded(seen(undefined, 51), reply())).toBe(false);
  expect(hasEnded(seen(undefined), reply({ role: 'user' }))).toBe(false);
});
