import { expect, test } from 'vitest';
import { chosenPrompts, readChoices } from '../../../../shared/run/prompt-choices';

const prompts = (text: string) => {
  const read = readChoices(text);
  return read === null ? null : chosenPrompts(read);
};

test.each([
  ['a {red|blue} boat', ['a red boat', 'a blue boat']],
  ['{1..3} cats', ['1 cats', '2 cats', '3 cats']],
  ['{2..-1}', ['2', '1', '0', '-1']],
  ['{a|b}{1..2}', ['a1', 'a2', 'b1', 'b2']],
  ['{ red | deep blue }', ['red', 'deep blue']],
  ['a {very|} big boat', ['a very big boat', 'a  big boat']],
  // The same option once: nobody pays for it twice.
  ['{red|red|blue}', ['red', 'blue']],
  // Escapes, where the prompt has choices.
  [String.raw`\{a|b\} {x|y}`, ['{a|b} x', '{a|b} y']],
  [String.raw`{a\|b|c}`, ['a|b', 'c']],
  [String.raw`{\{a\}|c}`, ['{a}', 'c']],
  ['{{a|b}} {x|y}', ['{{a|b}} x', '{{a|b}} y']],
  ['{16:9|4:3} frame', ['16:9 frame', '4:3 frame']],
  // A choice inside an option.
  ['a {big {red|blue}|green} ball', ['a big red ball', 'a big blue ball', 'a green ball']],
  ['{cat|{old|young} dog}', ['cat', 'old dog', 'young dog']],
  ['{a|{b|c}}', ['a', 'b', 'c']],
  [
    '{ {1..3} cats|a dog} {x|y}',
    ['1 cats x', '1 cats y', '2 cats x', '2 cats y', '3 cats x', '3 cats y', 'a dog x', 'a dog y'],
  ],
  ['{a|{b|b}|b}', ['a', 'b']],
  [String.raw`{a|{b\|c|d}}`, ['a', 'b|c', 'd']],
  ['a {box of {red|blue} pens}', ['a {box of red pens}', 'a {box of blue pens}']],
  ['{a {{topic}}|b}', ['a {{topic}}', 'b']],
])('“%s” stands for its prompts', (text, expected) => {
  expect(prompts(text)).toEqual(expected);
});

test.each([
  'a boat',
  'a {red} boat',
  String.raw`a \{red|blue\} boat`,
  '{"color": "red|blue"}',
  '{"from": 1, "list": [{"a": "b|c"}]}',
  'Draw {"mood": "calm|wild"}',
  'type A = { kind: string | number }',
  'if (a) { x = b | c }',
  'while (x) { a || b }',
  'const f = () => { return a|b; }',
  '{{topic|fallback}}',
  '{a|b\nc}',
  '{1..99999}',
  'an unclosed {a|b',
  'Draw {"mood": {calm|wild}}',
  'if (a) { x = {b|c} }',
  '{a|b}}',
  '{topic: {red|blue}}',
  '{}',
])('“%s” has no choices, and is sent as it is', (text) => {
  expect(readChoices(text)).toBeNull();
});

test('a prompt of braces alone is read in one pass, and no more prompts are made than are sent', () => {
  expect(readChoices('{'.repeat(30_000))).toBeNull();
  expect(readChoices('{a|'.repeat(10_000))).toBeNull();
  expect(readChoices('{ '.repeat(15_000) + '}'.repeat(15_000))).toBeNull();
  expect(readChoices(`${'{a|'.repeat(10_000)}${' }'.repeat(10_000)}`)).toBeDefined();
  expect(readChoices(`{a ${'{0..9}'.repeat(8)}|b}`)).toMatchObject({ count: 10 ** 8 });
  const many = readChoices('{0..9}'.repeat(8));
  expect(many?.count).toBe(10 ** 8);
  expect(many && chosenPrompts(many)).toHaveLength(500);
});
