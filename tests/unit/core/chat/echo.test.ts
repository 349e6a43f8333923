/** Gateways that repeat the words that a reply begins with: they are shown once. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  growReply,
  isStretch,
  type LiveReply,
  startLiveReply,
} from '../../../../electron/core/chat/live-reply';

const begun = (text: string, repeats: boolean) =>
  startLiveReply('reply', 'chat', { before: [{ number: 1, type: 'text', text }], repeats });
const textOf = ({ parts }: LiveReply) => parts.map((part) => (isStretch(part) ? part.text : '')).join('');

function said(given: string, pieces: readonly string[], repeats = true): string {
  const live = begun(given, repeats);
  for (const text of pieces) growReply(live, { text, reasoning: '' });
  return textOf(live);
}

test('given words that come once more, whole or in pieces, are shown once', () => {
  expect(said('{"a":', ['{"a":', ' 1}'])).toBe('{"a": 1}');
  expect(said('One, two, ', ['One', ', two,', ' three'])).toBe('One, two, three');
  expect(said('Once upon a time', ['Once upon a time there was'], false)).toBe('Once upon a time there was');
});

test('windows hear that text was replaced where they had seen a part of it', () => {
  const live = begun('One, two,', true);
  for (const text of ['One, ', 'two, three']) growReply(live, { text, reasoning: '' });
  expect([textOf(live), live.rewrites]).toEqual(['One, two, three', 1]);
});

test('a whole text behind its pieces has them once too', () => {
  const live = begun('One, two,', true);
  growReply(live, { text: 'One, two, three', reasoning: '' });
  growReply(live, { text: 'One, two, three', reasoning: '', isWhole: true });
  expect(textOf(live)).toBe('One, two, three');
});

test('what goes on otherwise stays as it came', () => {
  expect(said('[', ['[1]', ']'], false)).toBe('[[1]]');
  expect(said('ha ', ['ha ha'], false)).toBe('ha ha ha');
  fc.assert(
    fc.property(fc.string(), fc.array(fc.string()), (given, pieces) => {
      const all = pieces.join('');
      if (given.trim() === '' || all.startsWith(given.trimEnd())) return;
      expect(said(given, pieces)).toBe(given + all);
    }),
  );
});
