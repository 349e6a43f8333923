/** Books of XHTML, and notebooks of code. */
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readBytes } from '../../../support/read-bytes';

const bookOf = (chapters: readonly (string | Uint8Array)[], spine = chapters.map((_, at) => at)) =>
  zipSync({
    mimetype: [strToU8('application/epub+zip'), { level: 0 }],
    'META-INF/container.xml': strToU8('<container><rootfile full-path="book.opf"/></container>'),
    'book.opf': strToU8(
      `<package><manifest>${chapters.map((_, at) => `<item id="c${at}" href="c${at}.xhtml"/>`).join('')}</manifest><spine>${spine.map((at) => `<itemref idref="c${at}"/>`).join('')}</spine></package>`,
    ),
    ...Object.fromEntries(
      chapters.map((chapter, at) => [
        `c${at}.xhtml`,
        typeof chapter === 'string' ? strToU8(`<html><body>${chapter}</body></html>`) : chapter,
      ]),
    ),
  });

describe('a book', () => {
  test.each([
    [
      'entities of HTML, once',
      '<p>caf&eacute;&nbsp;&frac12; &unknown; &amp;eacute;</p>',
      'café ½ &unknown; &eacute;',
    ],
    ['lines of code', '<pre>if a:\n    b</pre><p>End</p>', 'if a:\n    b\nEnd'],
    [
      'tables by rows',
      '<table><tr><td><p>A</p></td><td>B</td></tr><tr><td>C</td><td>D</td></tr></table>',
      'A\tB\nC\tD',
    ],
    [
      'lists',
      '<ol start="3"><li>Three<ul><li>inside</li></ul></li><li><p>Four</p></li></ol>',
      '3. Three\n  - inside\n4. Four',
    ],
    [
      'what pictures show',
      '<p>See <img src="a.png" alt="A &quot;map&quot; &eacute;"/> here</p>',
      'See [Image: A "map" é] here',
    ],
  ])('has %s', async (_, chapter, text) => {
    expect(await readBytes(bookOf([chapter]))).toEqual([text]);
  });

  test('is in the order of its spine', async () => {
    expect(await readBytes(bookOf(['<p>A</p>', '<p>B</p>', '<p>C</p>'], [2, 0, 1]))).toEqual(['C', 'A', 'B']);
  });

  test('may be in other encodings than UTF-8', async () => {
    const page = (encoding: string, text: string) =>
      `<?xml version="1.0" encoding="${encoding}"?><html><body><p>${text}</p></body></html>`;
    const chapters = [
      Buffer.from(page('iso-8859-1', 'Größe'), 'latin1'),
      Buffer.concat([
        Buffer.from(page('windows-1251', '')).subarray(0, -18),
        Buffer.from([0xcf, 0xf0, 0xe8]),
        Buffer.from('</p></body></html>'),
      ]),
      Buffer.from(page('UTF-16', 'Größe'), 'utf16le'),
      Buffer.from(page('UTF-16', 'Größe')),
    ];
    expect(await readBytes(bookOf(chapters))).toEqual(['Größe', 'При', 'Größe', 'Größe']);
  });
});

describe('a notebook', () => {
  const cells = [
    { cell_type: 'markdown', source: ['# Rents\n', 'of 2026'] },
    {
      cell_type: 'code',
      source: 'print(1)\n',
      outputs: [
        { output_type: 'stream', text: ['1\n'] },
        { output_type: 'display_data', data: { 'text/plain': ['<Figure>'], 'image/png': 'A'.repeat(9_999) } },
        { output_type: 'error', traceback: ['\u001b[0;31mNameError\u001b[0m: x'] },
      ],
    },
    { cell_type: 'raw', source: '```' },
  ];
  const text =
    '# Rents\nof 2026\n\n```python\nprint(1)\n```\n\nOutput:\n```\n1\n[Image: <Figure>]\nNameError: x\n```\n\n```';

  test('is its texts, its code and what it printed', async () => {
    const book = { cells, metadata: { language_info: { name: 'python' } }, nbformat: 4, nbformat_minor: 5 };
    expect(await readBytes(strToU8(JSON.stringify(book, null, 1)))).toEqual([text]);
  });

  test('of the third version is too, and other JSON is as it is written', async () => {
    const book = {
      worksheets: [{ cells: [{ cell_type: 'code', input: 'a = 1', language: 'python' }] }],
      nbformat: 3,
    };
    expect(await readBytes(strToU8(JSON.stringify(book)))).toEqual(['```python\na = 1\n```']);
    const other = '{"nbformat": "x", "cells": []}';
    expect(await readBytes(strToU8(other))).toEqual([other]);
  });
});
