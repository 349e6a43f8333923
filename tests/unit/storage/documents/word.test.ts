/** What Word shows beside its paragraphs: numbers that it counts, what others noted, what each page repeats. */
import { describe, expect, test } from 'vitest';
import { docxOf, paragraph, zipOf } from '../../../support/documents';
import { readBytes } from '../../../support/read-bytes';

const run = (text: string, properties = '') =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t>${text}</w:t></w:r>`;
const field = (code: string, result: string) =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> ${code} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run(result)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;

const wordOf = (body: string, parts: Readonly<Record<string, string>> = {}, relations = '') =>
  zipOf({
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': `<w:document><w:body>${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': `<Relationships>${relations}</Relationships>`,
    ...parts,
  });

describe('a Word document shows', () => {
  test.each([
    [
      'no hidden text',
      `<w:p>${run('Seen')}${run('secret', '<w:vanish/>')}${run('!', '<w:vanish w:val="0"/>')}</w:p>`,
      'Seen!',
    ],
    [
      'no tabs, notes or breaks of what is deleted',
      `<w:p>${run('Kept')}<w:del><w:r><w:tab/><w:br/><w:footnoteReference w:id="2"/></w:r></w:del><w:ins>${run(' new')}</w:ins></w:p>`,
      'Kept new',
    ],
    [
      'a paragraph as it is, not as it was',
      `<w:p><w:pPr><w:rPr><w:vanish/></w:rPr><w:pPrChange><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:pPrChange></w:pPr>${run('Text')}</w:p>`,
      'Text',
    ],
    [
      'signs of symbol fonts',
      `<w:p><w:r><w:sym w:font="Wingdings" w:char="F0FC"/></w:r>${run(' done, ')}<w:r><w:sym w:font="Symbol" w:char="F061"/></w:r>${run('\uf0e0', '<w:rFonts w:ascii="Wingdings"/>')}</w:p>`,
      '✓ done, α→',
    ],
    [
      'what a picture shows',
      `<w:p>${run('See ')}<w:r><w:drawing><wp:docPr id="1" name="Picture 1" descr="A map of&#10;Rome"/></w:drawing></w:r></w:p>`,
      'See [Image: A map of Rome]',
    ],
    [
      'boxes to tick and choices of a form',
      `<w:p><w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:default w:val="0"/><w:checked/></w:checkBox></w:ffData></w:fldChar></w:r><w:r><w:instrText>FORMCHECKBOX</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>${run(' yes ')}<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:ddList><w:result w:val="1"/><w:listEntry w:val="red"/><w:listEntry w:val="blue"/></w:ddList></w:ffData></w:fldChar></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`,
      '☑ yes blue',
    ],
    [
      'results of fields without their codes',
      `<w:p>${field('DATE \\@ "yyyy"', '2026')}${run('.')}</w:p>`,
      '2026.',
    ],
    [
      'a text box apart from the line it is bound to',
      `<w:p>${run('Line')}<w:r><w:drawing><w:txbxContent>${paragraph('Boxed')}</w:txbxContent></w:drawing></w:r></w:p>${paragraph('Next')}`,
      'Line\nBoxed\n\nNext',
    ],
  ])('%s', async (_, body, text) => {
    expect(await readBytes(docxOf(body))).toEqual([text]);
  });

  test('the numbers of its lists', async () => {
    const level = (at: number, format: string, text: string, more = '') =>
      `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`;
    const numbering = `<w:numbering><w:abstractNum w:abstractNumId="7">${level(0, 'decimal', '%1.', '<w:pStyle w:val="H1"/>')}${level(1, 'lowerLetter', '%1.%2)')}${level(2, 'bullet', '\uf0b7')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="7"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num></w:numbering>`;
    const styles =
      '<w:styles><w:style w:styleId="H1"><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style><w:style w:styleId="H1b"><w:basedOn w:val="H1"/></w:style><w:style w:styleId="Hide"><w:rPr><w:vanish/></w:rPr></w:style></w:styles>';
    const item = (text: string, at: number, list = 1) =>
      `<w:p><w:pPr><w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="${list}"/></w:numPr></w:pPr>${run(text)}</w:p>`;
    const styled = (text: string, style: string, more = '') =>
      `<w:p><w:pPr><w:pStyle w:val="${style}"/>${more}</w:pPr>${run(text)}</w:p>`;
    const body = [
      styled('One', 'H1'),
      item('a', 1),
      item('b', 1),
      item('dot', 2),
      styled('Two', 'H1b'),
      item('a again', 1),
      styled('plain', 'H1', '<w:numPr><w:numId w:val="0"/></w:numPr>'),
      item('Five', 0, 2),
      item('Six', 0, 2),
      `<w:p>${run('x', '<w:rStyle w:val="Hide"/>')}</w:p>`,
    ];
    const bytes = wordOf(body.join(''), { 'word/numbering.xml': numbering, 'word/styles.xml': styles });
    expect(await readBytes(bytes)).toEqual([
      '1. One\n1.a) a\n1.b) b\n    • dot\n2. Two\n2.a) a again\nplain\n5. Five\n6. Six',
    ]);
  });

  test('comments at its end, by whom they are', async () => {
    const comments = `<w:comments><w:comment w:id="0" w:author="Ann">${paragraph('Too high?')}</w:comment></w:comments>`;
    const body = `<w:p><w:commentRangeStart w:id="0"/>${run('Rent')}<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>${run(' rises')}</w:p>`;
    expect(await readBytes(wordOf(body, { 'word/comments.xml': comments }))).toEqual([
      'Rent[^c0] rises\n[^c0] Comment by Ann: Too high?',
    ]);
  });

  test('what is above and below its pages, once, without numbers of pages', async () => {
    const relation = (id: number, type: string, name: string) =>
      `<Relationship Id="r${id}" Type="http://x/${type}" Target="${name}.xml"/>`;
    const header = `<w:hdr>${paragraph('Contoso Ltd.')}${paragraph('1 Main St')}</w:hdr>`;
    const bytes = wordOf(
      paragraph('Dear Bob'),
      {
        'word/header1.xml': header,
        'word/header2.xml': header,
        'word/header3.xml': `<w:hdr>${paragraph(' ')}</w:hdr>`,
        'word/footer1.xml': `<w:ftr><w:p>${run('Secret, page ')}${field('PAGE', '17')}<w:fldSimple w:instr=" NUMPAGES ">${run('99')}</w:fldSimple></w:p></w:ftr>`,
        'word/footer2.xml': `<w:ftr><w:p>${field('PAGE', '17')}</w:p></w:ftr>`,
      },
      [
        ...[
          relation(1, 'header', 'header1'),
          relation(2, 'header', 'header2'),
          relation(3, 'header', 'header3'),
        ],
        ...[relation(4, 'footer', 'footer1'), relation(5, 'footer', 'footer2')],
      ].join(''),
    );
    expect(await readBytes(bytes)).toEqual([
      '[Header] Contoso Ltd. 1 Main St\nDear Bob\n\n[Footer] Secret, page',
    ]);
  });
});
