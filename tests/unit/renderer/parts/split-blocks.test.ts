import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Streamdown } from 'streamdown';
import { describe, expect, it } from 'vitest';
import { tourText } from '../../../../electron/sandbox/models/markdown-tour';
import { withDefinitions } from '../../../../renderer/parts/markdown/markdown';
import {
  blocksOf,
  endSplit,
  growSplit,
  nothingSplit,
  sourceOf,
} from '../../../../renderer/parts/markdown/split-blocks';

const split = (text: string) => growSplit(nothingSplit, `${text}\n`);
const blocks = (text: string) => blocksOf(split(text));

const html = (text: string) => {
  const plain = { parseMarkdownIntoBlocksFn: (all: string) => [all], controls: false, rehypePlugins: [] };
  return renderToStaticMarkup(createElement(Streamdown, { ...plain, parseIncompleteMarkdown: false }, text))
    .replace(/^<div[^>]*>(.*)<\/div>$/s, '$1')
    .replace(/\n/g, '')
    .replace(/<br>/g, '<br/>');
};

/** Pieces of a reply, which may follow each other in any order. */
const pieces = [
  'A paragraph of words.',
  'Two lines\nof one paragraph.',
  '# Heading',
  '### Deeper\nwith text below',
  '- one\n- two\n  - nested\n\n    with a paragraph\n- three',
  '1. one\n\n2. two\n\n   ```js\n   code()\n\n   more()\n   ```\n3. three',
  '> quoted\n> lines\n>\n> - and a list',
  '```ts\nconst a = 1;\n\n\n# no heading\n```',
  '~~~\n```\nnot closed by this\n~~~',
  '$$\na\n\nb\n$$',
  '| a | b |\n|---|---|\n| 1 | 2 |',
  '    indented code\n\n    goes on',
  '<!-- a\n\ncomment -->',
  '---',
  'Text with `code`, **bold** and a [link](https://example.com).',
  '* * *\n* item\n\n  text in it',
];

describe('blocks', () => {
  const markdown = fc
    .array(fc.tuple(fc.constantFrom(...pieces), fc.constantFrom('\n\n', '\n', '\n\n\n')), { maxLength: 8 })
    .map((all) => all.map(([piece, gap]) => piece + gap).join(''));

  it('join to the text', () => {
    fc.assert(
      fc.property(markdown, (text) => {
        const together = blocks(text)
          .map((block) => block.text)
          .join('');
        expect(together.replace(/\n+/g, '\n').trim()).toBe(text.replace(/\n+/g, '\n').trim());
      }),
    );
  });

  it('drawn separately look like the whole drawn at once', () => {
    fc.assert(
      fc.property(markdown, (text) => {
        expect(
          blocks(text)
            .map((block) => html(block.text))
            .join(''),
        ).toBe(html(text));
      }),
      { numRuns: 300 },
    );
  });

  it('are the same however the text arrived', () => {
    fc.assert(
      fc.property(markdown, fc.array(fc.nat(40), { minLength: 1 }), (text, sizes) => {
        let grown = nothingSplit;
        for (let at = 0, step = 0; at < text.length; step += 1) {
          at += 1 + (sizes[step % sizes.length] ?? 0);
          grown = growSplit(grown, text.slice(0, at));
        }
        expect(blocksOf(growSplit(grown, `${text}\n`))).toEqual(blocks(text));
      }),
    );
  });

  it('that are complete stay the same objects while the text grows', () => {
    const before = growSplit(nothingSplit, 'One.\n\nTwo.\n\nThr');
    const after = growSplit(before, 'One.\n\nTwo.\n\nThree.\n\nFour');
    expect(blocksOf(before)).toHaveLength(2);
    expect(blocksOf(after).map(({ text }) => text)).toEqual(['One.\n\n', 'Two.\n\n', 'Three.\n\nFour']);
    expect(blocksOf(after)[0]).toBe(blocksOf(before)[0]);
  });

  it('start again for another text', () => {
    expect(blocksOf(growSplit(split('something else entirely'), 'x\n'))).toEqual(
      blocks('x').map((one) => ({ ...one, text: 'x\n' })),
    );
  });

  it('are many in a long reply', () => {
    expect(blocks(tourText).length).toBeGreaterThan(20);
  });
});

describe('a code block', () => {
  it('has its language and its source, as written', () => {
    const [block] = blocks('```ts twoslash\nconst a = 1;   \n\n\tb();\n\n```');
    expect(block).toMatchObject({ language: 'ts', isOpen: false });
    expect(block && sourceOf(block)).toBe('const a = 1;   \n\n\tb();\n');
  });

  it('is open until a fence of the same length closes it', () => {
    const open = blocksOf(growSplit(nothingSplit, '````md\n```\nstill inside\n'));
    expect(open).toMatchObject([{ language: 'md', isOpen: true }]);
    expect(open[0] && sourceOf(open[0])).toBe('```\nstill inside');
    expect(blocks('````md\n```\ninside\n````')).toMatchObject([{ isOpen: false }]);
  });

  it('may be empty', () => {
    expect(blocks('```\n```').map(sourceOf)).toEqual(['']);
  });
});

describe('references', () => {
  it('are resolved wherever they are', () => {
    const text = 'See [the manual][m] and [other].\n\n[M]: https://example.com\n[other]: https://example.org';
    const { definitions } = split(text);
    const [first] = blocks(text);
    expect(first && withDefinitions(first, definitions)).toContain('[M]: https://example.com');
    expect(first && withDefinitions(first, definitions)).toContain('[other]: https://example.org');
  });

  it.each([
    ['[The Docs]:\nhttps://example.com', 'see [the docs]'],
    ['[`a()`]:\n  <https://example.com> "Title"', 'see [`a()`][]'],
    ['[the   docs]: https://example.com', 'see [the\ndocs]'],
    ['> [docs]: https://example.com', 'see [docs]'],
    ['- an item\n\n  [docs]: https://example.com', 'see [docs]'],
    ['[a\\]b]: https://example.com', 'see [a\\]b]'],
    ['[docs]: https://example.com\n[docs]: https://example.org', 'see [docs]'],
  ])('%j is one', (defined, used) => {
    const [first] = blocks(used);
    const { definitions } = split(`${used}\n\n${defined}`);
    const whole = first && withDefinitions(first, definitions);
    expect(whole).toContain('https://example.com');
    expect(html(whole ?? '')).toContain('data-streamdown="link"');
  });

  it.each([
    ['[Note]: this is important.'],
    ['[Note]:\nThis is important.'],
    ['[Note]:\n\nhttps://example.com'],
    ['[Note]: https://example.com says so'],
  ])('%j is none, and said once', (text) => {
    expect(split(`${text}\n\nSee [Note].`).definitions.size).toBe(0);
  });

  it('include footnotes, and leave code alone', () => {
    expect(split('A[^1]\n\n[^1]: note').hasFootnotes).toBe(true);
    expect(split('A[^1]\n\n[^1]:\n    note').hasFootnotes).toBe(true);
    expect(split('```\n[^1]: no\n[a]: http://x\n```')).toMatchObject({
      hasFootnotes: false,
      definitions: new Map(),
    });
  });
});

describe('the highest heading', () => {
  it('is the smallest number of marks at the beginning of a line, outside of code', () => {
    expect(split('text\n### Three\n## Two\n').highestHeading).toBe(2);
    expect(split('```sh\n# a comment\n```\n\n### Three').highestHeading).toBe(3);
    expect(split('#!/bin/sh\n#hashtag').highestHeading).toBe(7);
  });
});

describe('a Markdown document in a fence', () => {
  const readme = '# Title\n\n```bash\nnpm install\n```\n\nThen:\n\n```js\nrun()\n```\n\nDone.';
  const ended = (text: string) => blocksOf(endSplit(nothingSplit, text));

  it.each(['markdown', 'md', 'mdx'])('of %s is one block with the fences inside it', (language) => {
    const [before, code, after] = ended(`Here:\n\n\`\`\`${language}\n${readme}\n\`\`\`\n\nThat is all.`);
    expect(before?.text.trim()).toBe('Here:');
    expect(code && [code.language, sourceOf(code), code.isOpen]).toEqual([language, readme, false]);
    expect(after?.text.trim()).toBe('That is all.');
  });

  it('is the same however it arrives', () => {
    const text = `\`\`\`md\n${readme}\n\`\`\`\n\nEnd`;
    let grown = nothingSplit;
    for (let at = 1; at < text.length; at += 1) grown = growSplit(grown, text.slice(0, at));
    expect(blocksOf(endSplit(grown, text))).toEqual(ended(text));
  });

  it.each([
    ['fences that do not come out even', '```md\n```js\n```\n\nText', ['```md\n```js\n```\n', '\nText\n']],
    ['code of another language', '```text\n```js\n```\n\nText', ['```text\n```js\n```\n', '\nText\n']],
    [
      'longer marks around it',
      '````md\n```js\na\n```\n````\nText',
      ['````md\n```js\na\n```\n````\n', 'Text\n'],
    ],
  ])('leaves %s as Markdown has it', (_name, text, parts) => {
    expect(ended(text).map((block) => block.text)).toEqual(parts);
  });
});
