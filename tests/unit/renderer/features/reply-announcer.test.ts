import { expect, test } from 'vitest';
import { endOf, hasEnded } from '../../../../renderer/features/chat/reply-announcer';
import { aMessage } from '../../../support/records';

const times = { createdAt: 50, finishedAt: 60, totalMs: 10 };
const reply = (part: Partial<Parameters<typeof aMessage>[0]> = {}) =>
  aMessage({ id: 'reply', role: 'assistant', status: 'complete', ...times, ...part });
const since = 40;

test('a reply has ended once it streams no more, and only once', () => {
  const streaming = reply({ status: 'streaming', finishedAt: null });
  expect(hasEnded(streaming, reply(), since)).toBe(true);
  expect(hasEnded(reply(), reply(), since)).toBe(false);
});

test('a reply that was never drawn while it streamed has ended all the same', () => {
  expect(hasEnded(aMessage({ id: 'before', role: 'user' }), reply(), since)).toBe(true);
  expect(hasEnded(undefined, reply(), since)).toBe(true);
  expect(hasEnded(reply(), reply({ finishedAt: 90 }), since)).toBe(true);
});

test('what was there before the page, and what the person wrote or edited, did not end', () => {
  expect(hasEnded(undefined, reply(), 51)).toBe(false);
  expect(hasEnded(undefined, reply({ role: 'user' }), since)).toBe(false);
  expect(hasEnded(undefined, reply({ totalMs: null }), since)).toBe(false);
});

test('whoever does not see a reply hears which tools it calls', () => {
  const call = (id: string, name: string) => ({
    id: `part-${id}`,
    type: 'toolCall' as const,
    raw: { id, type: 'function', function: { name, arguments: '{}' } },
  });
  expect(endOf(reply({ parts: [call('1', 'weather')] }))).toMatch(
    /^Response complete, .*\. Tool call: weather$/,
  );
  const two = reply({ parts: [call('1', 'weather'), call('2', 'clock')] });
  expect(endOf(two)).toMatch(/\. Tool calls: weather, clock$/);
  expect(endOf(reply())).not.toContain('Tool');
});
