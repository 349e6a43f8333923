import { describe, expect, test } from 'vitest';
import { titleFrom, titleFromExchange } from '../../../../electron/core/chat/title';

describe('a title', () => {
  test.each([
    ['Fix my_module.py and __init__.py'],
    ['2*3*4 = ?'],
    ['see https://e.x/a_b?c=*d*'],
    ['/usr/lib/my_lib/*.so and */x*'],
    ['see https://e.x/a_b_c?x=1'],
    ['C:\\my_dir\\x_y'],
    ['def f(*args, **kwargs)'],
    ['-5 degrees'],
    ['#hashtag and --flag'],
    ['~/src 5~10'],
    ['a * b * c'],
    ['call arr[i](x) and t[0][1](y)'],
    ['What does _x_ mean in __slots__'],
  ])('keeps %j', (text) => expect(titleFrom(text)).toBe(text));

  test.each([
    ['## Heading **bold** words', 'Heading bold words'],
    ['- a *soft* word', 'a soft word'],
    ['> quoted `npm i`', 'quoted npm i'],
    ['这是**“重点”**内容', '这是“重点”内容'],
    ['***both*** and ~~gone~~', 'both and gone'],
    ['_several words_ here', 'several words here'],
    ['[the docs](https://e.x/a_b) please', 'the docs please'],
    ['Explain:\n```js\ncode()\n```', 'Explain:'],
    ['', 'New chat'],
  ])('of %j is %j', (text, title) => expect(titleFrom(text)).toBe(title));

  test('is cut at a word, never inside a character', () => {
    const family = '👨‍👩‍👧‍👦';
    expect(titleFrom(`${'x'.repeat(56)}${family}${family}`)).toBe(`${'x'.repeat(56)}…`);
    expect(titleFrom('word '.repeat(30))).toMatch(/^(?:word )+word…$/);
  });

  test('of a greeting is that of the reply', () => {
    expect(titleFromExchange('Hello!', '# On *kites*\n\nThey fly.')).toBe('On kites');
  });
});
