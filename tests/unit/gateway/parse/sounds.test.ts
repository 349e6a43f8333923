import { expect, test } from 'vitest';
import { createChoiceParts } from '../../../../electron/gateway/parse/choice-parts';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const sounds = (messages: readonly (readonly [object, boolean])[]) => {
  const parts = createChoiceParts('https://gateway.example/v1');
  for (const [message, isRepeated] of messages) parts.addFields(message as never, isRepeated);
  return parts
    .all()
    .flatMap((part) =>
      part.type === 'media' && part.source.kind === 'bytes'
        ? [Buffer.from(part.source.bytes).toString()]
        : [],
    );
};
const first = 'RIFF1234WAVEfmt one';
const second = 'RIFF1234WAVEfmt another, longer';

test('sounds of one reply are told apart by their ids, and pieces without one go on', () => {
  const pieces = [
    [{ audio: { id: 'a', data: base64(first).slice(0, 8) } }, false],
    [{ audio: { data: base64(first).slice(8) } }, false],
    [{ audio: { id: 'b', data: base64(second) } }, false],
  ] as const;
  expect(sounds(pieces)).toEqual([first, second]);
  // The whole message, which some gateways send behind its pieces.
  expect(sounds([...pieces, [{ audio: [{ id: 'a', data: base64(first) }] }, true]])).toEqual([first, second]);
});

test('several sounds in one answer are all kept', () => {
  const audio = [first, second].map((text, at) => ({ id: `s${at}`, data: base64(text), format: 'wav' }));
  expect(sounds([[{ audio }, false]])).toEqual([first, second]);
});
