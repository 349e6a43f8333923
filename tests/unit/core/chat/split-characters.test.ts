import { expect, test } from 'vitest';
import { growReply, partsOf, progressOf, startLiveReply } from '../../../../electron/core/chat/live-reply';

test('a character whose halves come before and after an image stays whole, where it began', () => {
  const live = startLiveReply('reply', 'chat');
  const piece = (text: string, place?: number) =>
    growReply(live, { text, reasoning: '', ...(place !== undefined && { place }) });
  piece('A boat \ud83d');
  piece('', 1);
  piece('\ude00 drifts');
  piece(' on.');
  const image = { type: 'unknown', raw: { type: 'image' } } as const;
  const texts = partsOf(live, () => image).map((part) => (part.type === 'text' ? part.text : part.type));
  expect(texts).toEqual(['A boat 😀', 'unknown', ' drifts on.']);
});

test('what is saved while a reply grows ends with a whole character', () => {
  const live = startLiveReply('reply', 'chat');
  growReply(live, { text: '', reasoning: '\ud83d' });
  growReply(live, { text: 'A boat \ud83d', reasoning: '' });
  expect(progressOf(live, 0).parts).toEqual([{ number: 2, type: 'text', text: 'A boat ' }]);
});
