import { describe, expect, it } from 'vitest';
import { matchesIn, placeRound, placesOf } from '../../../../renderer/parts/chat/find/find-matches';
import { markdownAsText } from '../../../../renderer/parts/chat/markdown-as-text';
import { messageAfter } from '../../../../renderer/parts/chat/step-message';
import { processorMs } from '../../../support/processor-time';

const found = (text: string, query: string) =>
  placesOf(text, query).map(({ start, end }) => text.slice(start, end));

describe('finding in a chat', () => {
  it('folds case and accents, and gives the places in the text as it is written', () => {
    expect(found('Ein Übungsheft, eine übung', 'ubung')).toEqual(['Übung', 'übung']);
    expect(found('re\u0301sume\u0301 and résumé', 'RESUME')).toEqual(['re\u0301sume\u0301', 'résumé']);
    expect(found('Привет, ПРИВЕТ', 'привет')).toEqual(['Привет', 'ПРИВЕТ']);
    expect(found('今天讨论了部署方案', '部署')).toEqual(['部署']);
    expect(found('Straße 5', 'strasse')).toEqual(['Straße']);
  });
  it('takes every character as itself, and any space as a space', () => {
    expect(found('a+b (c) [d] $5 \\ e', '(c) [d] $5')).toEqual(['(c) [d] $5']);
    expect(found('one\n  two', 'one two')).toEqual(['one\n  two']);
    expect(found('anything', '   ')).toEqual([]);
  });
  it('counts each match of each message, replies as they read', () => {
    const messages = [
      { id: 'a', role: 'user', text: 'a **needle**, a needle' },
      { id: 'b', role: 'assistant', text: 'the **nee**dle at [the place](https://needle.example)' },
    ];
    expect(matchesIn(messages, 'needle')).toEqual([
      { messageId: 'a', nth: 0 },
      { messageId: 'a', nth: 1 },
      { messageId: 'b', nth: 0 },
    ]);
  });
  it('finds what a message says beside its text, in the order in which it is read', () => {
    const raw = (name: string, args: string) => ({ id: name, function: { name, arguments: args } });
    const parts = [
      { id: 'p1', type: 'reasoning', text: 'Is a needle a pin? A needle.' },
      { id: 'p2', type: 'text', text: 'A needle' },
      { id: 'p3', type: 'refusal', text: 'No needles' },
      { id: 'p4', type: 'toolCall', raw: raw('needle_case', '{"a":"\\u006eeedle"}') },
      { id: 'p5', type: 'toolCall', raw: raw('other', '{"b":"a\\nneedle"}') },
      { id: 'p6', type: 'citation', raw: { url: 'https://a.example', title: 'On needles' } },
      { id: 'p7', type: 'thinking', raw: { signature: 'needle' } },
    ] as const;
    const found = matchesIn([{ id: 'a', role: 'assistant', text: 'A needle', parts }], 'needle');
    const places = [
      ['p1', 0],
      ['p1', 1],
      [undefined, 0],
      ['p3', 0],
      ['p4', 0],
      ['p4', 1],
      ['p4', 2],
      ['p6', 0],
    ];
    expect(found.map(({ partId, nth }) => [partId, nth])).toEqual(places);
  });
  it('goes round', () => {
    expect([placeRound(-1, 1, 3), placeRound(-1, -1, 3), placeRound(2, 1, 3), placeRound(0, -1, 3)]).toEqual([
      0, 2, 0, 2,
    ]);
    expect(placeRound(0, 1, 0)).toBe(-1);
  });
});

it('reads Markdown without its marks, and code as it is', () => {
  expect(markdownAsText('# A *title*\n\n- one\n- ~~two~~\n')).toBe('A title\n\none\ntwo\n');
  expect(markdownAsText('Use `a*b*c` and\n```ts\nconst x = **y**;\n```\nend')).toBe(
    'Use a*b*c and\nconst x = **y**;\n\nend',
  );
  expect(markdownAsText('my_module_name, 2*3*4 and _so_')).toContain('my_module_name');
  expect(markdownAsText('**bold *both*** and ***all*** _one __two___ ~~*x*~~')).toBe(
    'bold both and all one two x',
  );
  expect(markdownAsText('a ** b ** c, \\*stars\\*, 5 * 3 * 2')).toBe('a ** b ** c, *stars*, 5 * 3 * 2');
  expect(markdownAsText('[place](https://a.example/x_(y)) and [one [two](z)')).toBe('place and [one two');
  expect(markdownAsText('``a ` b`` and `` ` ``')).toContain('a ` b and');
});

it.each(['*a ', '**a ', '~~a ', '_a ', '[', '[a](b', '`', '`a``b', '~', '-', ' ', '|'])(
  'reads a long line with only one side of %s as fast as any other',
  (piece) => {
    const line = `${piece.repeat(200_000 / piece.length)}x`;
    const begun = processorMs();
    markdownAsText(line);
    // A walk from each mark to the end of the line takes minutes.
    expect(processorMs() - begun).toBeLessThan(2_000);
  },
);

it('steps from message to message and stays at the ends', () => {
  expect(messageAfter(['a', 'b', 'c'], 'b', -1)).toBe('a');
  expect(messageAfter(['a', 'b', 'c'], 'c', 1)).toBe('c');
  expect(messageAfter(['a', 'b', 'c'], '', -1)).toBe('c');
  expect(messageAfter([], '', 1)).toBeUndefined();
});
