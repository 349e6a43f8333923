import fc from 'fast-check';
import { expect, test } from 'vitest';
import { markCitations } from '../../../../../renderer/parts/chat/message/mark-citations';

const url = 'https://a.example/x';
const openai = (start_index: number, end_index: number, more: object = {}) => ({
  type: 'url_citation',
  url_citation: { url, title: 'A', start_index, end_index, ...more },
});

test('each source has its number where its citation ends, as the list counts them', () => {
  const text = 'Tea is old. Coffee is young.';
  const cohere = {
    start: 12,
    end: 18,
    text: 'Coffee',
    sources: [{ document: { title: 'One' } }, { document: { title: 'Two', url } }],
  };
  expect(markCitations(text, [openai(0, 10), cohere])).toBe(
    `Tea is old[\\[1\\]](<${url}>). Coffee\\[2\\][\\[3\\]](<${url}>) is young.`,
  );
});

test('one that names no place, or none in the text, leaves the text as it is', () => {
  const elsewhere = { url, title: 'A', start: 0, end: 4, text: 'Milk' };
  const all = [{ url }, openai(0, 900), openai(4, 4), openai(-3, 2.5), elsewhere, null, 'x'];
  expect(markCitations('Tea is old.', all)).toBe('Tea is old.');
});

test('letters are counted as the gateway counts them, and code, links and formulas stay whole', () => {
  expect(markCitations('😀 tea!', [openai(0, 5)])).toBe(`😀 tea[\\[1\\]](<${url}>)!`);
  expect(markCitations('😀 tea!', [{ url, title: 'A', start: 3, end: 6, text: 'tea' }])).toContain('tea[');
  const wholes = ['`a b c`', '[a b](https://b.example)', '```\na b\n```', '$a + b$'];
  for (const whole of wholes)
    expect(markCitations(whole, [openai(0, 4)])).toBe(`${whole}[\\[1\\]](<${url}>)`);
  expect(markCitations(`See [A](${url}).`, [openai(4, 7 + url.length + 1)])).toBe(`See [A](${url}).`);
});

test('whatever the citations are, nothing of the text is lost', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.tuple(fc.nat(40), fc.nat(40))), (text, spans) => {
      const marked = markCitations(
        text,
        spans.map(([start, end]) => openai(start, end)),
      );
      expect(marked.replaceAll(/\[\\\[\d+\\\]\]\(<https:\/\/a\.example\/x>\)/g, '')).toBe(text);
    }),
  );
});
