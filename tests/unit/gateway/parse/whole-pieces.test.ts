import { expect, test } from 'vitest';
import { createPieceReader } from '../../../../electron/gateway/parse/whole-pieces';

/** The text of a stream with these pieces; the last comes with the reply's end. */
function read(pieces: readonly string[], last: 'delta' | 'message' = 'delta'): string {
  const reader = createPieceReader();
  let text = '';
  const take = (step: { text: string; isWhole: boolean }) => {
    text = step.isWhole ? step.text : text + step.text;
  };
  pieces.forEach((piece, at) => {
    const isLast = at === pieces.length - 1;
    take(reader.push(piece, isLast ? last : 'delta', isLast));
  });
  take(reader.end());
  return text;
}

const wholes: readonly (readonly [pieces: readonly string[], text: string])[] = [
  [['Hel', 'Hello', 'Hello wor', 'Hello world', ''], 'Hello world'],
  [['one ', 'one two ', 'one two three', 'one two three'], 'one two three'],
  [['Hel', 'Hello', ''], 'Hello'],
  [
    ['A whole sentence comes first.', 'A whole sentence comes first. Then more.', ''],
    'A whole sentence comes first. Then more.',
  ],
  [['Hi \ufffd', 'Hi \ufffd\ufffd', 'Hi \ufffd\ufffd!', 'Hi 😀!', ''], 'Hi 😀!'],
  [['Hel', 'lo', 'Hello'], 'Hello'],
  [['It is Paris.', 'It is Paris.'], 'It is Paris.'],
];
test.each(wholes)('%j is all of the text each time', (pieces, text) => {
  expect(read(pieces)).toBe(text);
});

const increments: readonly (readonly string[])[] = [
  ['Hel', 'lo'],
  ['ha', 'ha', 'ha'],
  ['ha', 'haha'],
  ['1', '10', '100'],
  ['-', '--', '---', '----', '--------'],
  [' ', '  ', '    ', 'x'],
  ['no', 'no', 'nono', 'no', 'no'],
  ['a', 'ab', 'c'],
];
test.each(increments.map((pieces) => [pieces]))('%j adds to the text each time', (pieces) => {
  expect(read([...pieces, ''])).toBe(pieces.join(''));
});

test.each([[['no', 'no']], [['100', '100']], [['------', '------']]])(
  '%j is a reply of two pieces that happen to be the same',
  (pieces) => expect(read(pieces)).toBe(pieces.join('')),
);

test.each([
  [['Hel', 'lo', 'Hello'], 'Hello'],
  [['Hel', 'Hello'], 'Hello'],
  [['<think>plan</think>', '42', '42'], '<think>plan</think>42'],
  [['Helo', 'Hello'], 'Hello'],
])('%j ends with the message as a whole', (pieces, text) => {
  expect(read(pieces, 'message')).toBe(text);
});

test('messages alone may be pieces too', () => {
  const reader = createPieceReader();
  const steps = ['Hel', 'lo'].map((piece, at) => reader.push(piece, 'message', at === 1).text);
  expect(steps.join('')).toBe('Hello');
});
