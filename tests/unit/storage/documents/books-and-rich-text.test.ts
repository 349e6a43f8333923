import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readBytes } from '../../../support/read-bytes';

const rtf = (text: string) => Buffer.from(text, 'latin1');

describe('rich text', () => {
  test.each([
    [
      'its words without its marks',
      String.raw`{\rtf1\ansi{\fonttbl{\f0 Arial;}}{\colortbl;\red255\green0\blue0;}\pard\b Bold\b0  and \i not\i0\par Next\line line}`,
      ['Bold and not\nNext\nline'],
    ],
    ['signs of its code page', String.raw`{\rtf1\ansi\ansicpg1251 \'cf\'f0\'e8\'e2\'e5\'f2}`, ['Привет']],
    [
      'signs of the charset of a font, also of two bytes',
      String.raw`{\rtf1\ansi\deff0{\fonttbl{\f0\fcharset0 A;}{\f1\fcharset128 B;}}\f1\'93\'fa\'96\'7b\f0 \'e9}`,
      ['日本é'],
    ],
    ['signs of Unicode, once', String.raw`{\rtf1\ansi\uc1 \u26085?\u-10179?\u-8704?\uc0\u233 x}`, ['日😀éx']],
    ['a table by rows', String.raw`{\rtf1 A\cell B\cell\row C\cell D\cell\row}`, ['A\tB\nC\tD']],
    ['pages', String.raw`{\rtf1 One\page Two}`, ['One', 'Two']],
    [
      'no pictures or hidden groups',
      String.raw`{\rtf1{\pict 89504e47}{\*\generator X;}Text \{1\} {\field{\*\fldinst HYPERLINK "http://a"}{\fldrslt link}}}`,
      ['Text {1} link'],
    ],
    [
      'what each page repeats, once, without numbers of pages',
      String.raw`{\rtf1{\header Contoso\par Ltd.}{\footer Page {\field{\*\fldinst PAGE}{\fldrslt 7}}}{\headerf Contoso\par Ltd.}Dear Bob\par}`,
      ['[Header] Contoso Ltd.\nDear Bob\n\n[Footer] Page'],
    ],
    [
      'no hidden or deleted text',
      String.raw`{\rtf1 Seen {\v secret}{\deleted old}\v more\v0 and {\xe{index}}\v x\plain plain}`,
      ['Seen and plain'],
    ],
    [
      'notes and comments, by whom',
      String.raw`{\rtf1 Rent{\super\chftn}{\footnote {\chftn} By 3 %\par}{\*\atnid A}{\*\atnauthor Ann}\chatn{\*\annotation{\*\atnref 1}Too high?} rises}`,
      ['Rent [By 3 %][Comment by Ann: Too high?] rises'],
    ],
    [
      'text boxes, once',
      String.raw`{\rtf1 Line\par{\shp{\*\shpinst\shpleft1{\sp{\sn a}{\sv 1}}{\shptxt Boxed\par}}{\shprslt{\*\do{\dptxbxtext Boxed}}Boxed}}Next}`,
      ['Line\nBoxed\nNext'],
    ],
    [
      'lines of a cell in their row, and tables in cells',
      String.raw`{\rtf1\pard\intbl A\par A2\cell B\cell\row\pard\intbl\itap2 X\nestcell{\nonesttables\par}{\*\nesttableprops\trowd\nestrow}\pard\intbl Y\cell\row\pard End}`,
      ['A A2\tB\nX\nY\nEnd'],
    ],
    [
      'signs of symbol fonts',
      String.raw`{\rtf1{\fonttbl{\f0\fcharset0 Arial;}{\f1\fcharset2 Symbol;}{\f2\fcharset2 Wingdings;}}{\f1\'b7\tab}{\f2 \'fc}{\f2\u-3844 ?}{\f0 \'e9}}`,
      ['•\t✓✓é'],
    ],
    [
      'boxes to tick',
      String.raw`{\rtf1{\field{\*\fldinst FORMCHECKBOX {\*\formfield{\fftype1\ffres25\ffdefres1}}}{\fldrslt}} yes {\field{\*\fldinst FORMCHECKBOX {\*\formfield{\ffres0\ffdefres1}}}{\fldrslt}} no}`,
      ['☑ yes ☐ no'],
    ],
    [
      'nothing of binary data, whatever it holds',
      `{\\rtf1 A{\\pict\\bin6 }}}{\\b}B\\bin999999999 C}`,
      ['AB'],
    ],
    ['dashes and quotes', String.raw`{\rtf1 \ldblquote a\rdblquote\emdash\~b}`, ['“a”— b']],
  ])('has %s', async (_, text, pages) => {
    expect(await readBytes(rtf(text))).toEqual(pages);
  });

  test('that ends early, or is nothing but groups, ends in what is there', async () => {
    expect(await readBytes(rtf(String.raw`{\rtf1 Half{\b of`))).toEqual(['Halfof']);
    expect(await readBytes(rtf(`{\\rtf1${'{'.repeat(200_000)}`))).toBe('empty');
  });
});

test('a book is its chapters in order, without what draws it', async () => {
  const chapter = (body: string) =>
    strToU8(`<html><head><title>T</title><style>p{}</style></head><body>${body}</body></html>`);
  const bytes = zipSync({
    mimetype: [strToU8('application/epub+zip'), { level: 0 }],
    'META-INF/container.xml': strToU8(
      '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
    ),
    'OEBPS/book.opf': strToU8(
      '<package><manifest><item id="b" href="text/two.xhtml"/><item id="a" href="text/one%20a.xhtml"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>',
    ),
    'OEBPS/text/two.xhtml': chapter('<p>The end</p>'),
    'OEBPS/text/one a.xhtml': chapter(
      '<h1>One</h1>\n  <p>It&nbsp;was\n  dark &mdash; <ruby>東京<rt>とうきょう</rt></ruby>.</p>',
    ),
  });
  expect(await readBytes(bytes)).toEqual(['One\nIt was dark — 東京.', 'The end']);
});
