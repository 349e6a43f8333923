import { expect, test } from 'vitest';
import { estimatedHeight } from '../../../../renderer/parts/chat/estimated-height';
import type { Message } from '../../../../shared/chat/chat';

const message = (role: Message['role'], characters: number) =>
  ({ role, text: 'x'.repeat(characters) }) as Message;

test('a message of one line is taken for as high as one is drawn, in pixels', () => {
  expect(estimatedHeight(message('user', 40))).toBe(52);
  expect(estimatedHeight(message('assistant', 40))).toBe(78);
  expect(estimatedHeight(message('assistant', 0))).toBe(78);
});

test('a longer text is taken for higher, up to a hundred lines', () => {
  expect(estimatedHeight(message('user', 900))).toBe(30 + 10 * 22);
  expect(estimatedHeight(message('user', 1_000_000))).toBe(30 + 100 * 22);
});

test('a message that is not loaded has some height', () => {
  expect(estimatedHeight(undefined)).toBeGreaterThan(0);
});
