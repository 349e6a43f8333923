import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Markdown } from '../../../../renderer/parts/markdown/markdown';

/** What a reply looks like: its elements without attributes of looks, and without those of layout. */
const drawn = (text: string, streaming = false) =>
  renderToStaticMarkup(<Markdown text={text} streaming={streaming} />)
    .replace(/<figcaption.*?<\/figcaption>/gs, '')
    .replace(/<span[^>]*data-streamdown="strong">(.*?)<\/span>/gs, '<b>$1</b>')
    .replace(/ (?:class|data-streamdown|aria-[a-z]+|role|tabindex|title|target|rel|style)="[^"]*"/g, '')
    .replace(/<\/?(?:div|figure)>/g, '')
    .replaceAll('&#x27;', '’')
    .replace(/(?<=>)\n(?=<)/g, '');

const paragraph = (inside: string) => `<p>${inside}</p>`;
const link = (address: string, href = address) => `<a href="${href}">${address}</a>`;

describe('a tilde', () => {
  it.each([
    '大约3~5天，价格100~200元。',
    'H~2~O and CO~2~',
    'first (~$1.50) and second (~$10)',
    '~/src and ~/bin',
    '5~10, 20~30',
    'so good~ really~',
  ])('stays in %j', (text) => expect(drawn(text)).toBe(paragraph(text)));

  it('strikes through where there are two', () => {
    expect(drawn('~~gone~~ and ~~删除（test）。~~后面')).toBe(
      paragraph('<del>gone</del> and <del>删除（test）。</del>后面'),
    );
  });
});

describe('bold text beside punctuation of scripts without spaces', () => {
  it.each([
    ['这是**“重点”**内容。', '这是<b>“重点”</b>内容。'],
    ['**注意：**请看', '<b>注意：</b>请看'],
    ['**复现：**10 轮', '<b>复现：</b>10 轮'],
    ['**Markdown（マークダウン）**は軽量', '<b>Markdown（マークダウン）</b>は軽量'],
    ['使用**`npm i`**安装', '使用<b><code>npm i</code></b>安装'],
    ['これは**「強調」**です', 'これは<b>「強調」</b>です'],
    ['이것은 **"인용"**입니다', '이것은 <b>&quot;인용&quot;</b>입니다'],
    ['**(주의)**를', '<b>(주의)</b>를'],
    ['他说**《书名》**。*（斜体）*也行', '他说<b>《书名》</b>。<em>（斜体）</em>也行'],
    ['价格**100元（含税）**，谢谢', '价格<b>100元（含税）</b>，谢谢'],
    ['**结果！**😀', '<b>结果！</b>😀'],
  ])('%j', (text, inside) => expect(drawn(text)).toBe(paragraph(inside)));

  it('follows the usual rules everywhere else', () => {
    expect(drawn('2 ** 3 and a**"b"**c, **bold** __bold__ ___both___ snake_case_name')).toBe(
      paragraph(
        '2 ** 3 and a**&quot;b&quot;**c, <b>bold</b> <b>bold</b> <em><b>both</b></em> snake_case_name',
      ),
    );
  });
});

describe('a blank to fill in', () => {
  it.each([
    '______是首都，人口______，面积______。',
    'The ______, the ______, and the ______.',
    'First (____), then (____), or “___”, “___”',
    '___是首都，人口___，',
    'Name:____,Age:____,City:____',
  ])('stays in %j', (text) => expect(drawn(text).replace(/&quot;/g, '"')).toBe(paragraph(text)));

  it('stays within bold text', () => {
    expect(drawn('**______是首都，人口______，面积______，**')).toBe(
      paragraph('<b>______是首都，人口______，面积______，</b>'),
    );
  });
});

describe('an address without brackets ends', () => {
  it.each([
    ['访问 https://example.com/docs（说明）了解更多。', 'https://example.com/docs', '（说明）了解更多。'],
    ['见 https://example.com/a?b=1，谢谢', 'https://example.com/a?b=1', '，谢谢'],
    ['「https://example.com/a」と', 'https://example.com/a', '」と'],
    ['« https://example.com/a» fin', 'https://example.com/a', '» fin'],
    ['地址https://example.com：好', 'https://example.com', '：好'],
    ['اقرأ https://example.com/a، ثم', 'https://example.com/a', '، ثم'],
    ['देखें https://example.com/a। फिर', 'https://example.com/a', '। फिर'],
    ['دیکھیں https://example.com/a۔', 'https://example.com/a', '۔'],
    ['\u2068https://example.com/a\u2069 x', 'https://example.com/a', '\u2069 x'],
    ['“https://example.com/a”', 'https://example.com/a', '”'],
    ['https://example.com请看', 'https://example.com', '请看'],
    ['（www.example.com，谢谢）', 'www.example.com', '，谢谢）'],
    ['https://example.com/a…', 'https://example.com/a', '…'],
  ])('in %j', (text, address, rest) => {
    const [, shown, after] = /<a href="[^"]*">(.*?)<\/a>(.*?)<\/p>/.exec(drawn(text)) ?? [];
    expect([shown, after]).toEqual([address, rest]);
  });

  it('so that what follows keeps its meaning, and the next address is found', () => {
    expect(drawn('**https://example.com/x**。做')).toBe(
      paragraph(`<b>${link('https://example.com/x')}</b>。做`),
    );
    expect(drawn('https://a.example/x、https://b.example/y。')).toBe(
      paragraph(`${link('https://a.example/x')}、${link('https://b.example/y')}。`),
    );
  });

  it('and opens what it shows', () => {
    const japan = 'https://ja.wikipedia.org/wiki/日本';
    expect(drawn(`${japan} は`)).toBe(paragraph(`${link(japan, encodeURI(japan))} は`));
    expect(drawn('https://en.wikipedia.org/wiki/Go_(game), yes')).toBe(
      paragraph(`${link('https://en.wikipedia.org/wiki/Go_(game)')}, yes`),
    );
    expect(drawn('[文（档）](https://example.com/（a）) <https://example.com/（b）>')).toBe(
      paragraph(
        `${link('文（档）', encodeURI('https://example.com/（a）'))} ${link('https://example.com/（b）', encodeURI('https://example.com/（b）'))}`,
      ),
    );
  });
});

describe('a dollar that marks no formula', () => {
  it.each([
    'Trattoria Roma ($$) – pasta; Sushi Ko ($$) – fish.',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of a shell.
    'Use https://${DB_HOST}:${DB_PORT}/x here.',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: variables of a shell.
    '${A}:${B} and ${A}_${B}',
    'Read $_GET/$_POST first.',
    'Then $(’#a_b’),$(’#c’) in jQuery.',
    'kill $$ or echo $$, then $$?',
    '餐厅A $$，餐厅B $$ 都行',
    '$ = cheap, $$ = moderate, $$$ = expensive, $$$$ = very expensive',
    'Bistro ($$) = good, Cafe ($$) = better',
    'It is $5 (or 4€=5$) today',
    '$$ – moderate, with a_b and x^2',
  ])('stays in %j', (text) => expect(drawn(text.replaceAll('’', "'"))).toBe(paragraph(text)));

  it('does not swallow what follows', () => {
    const text = '$ – cheap\n\n$$ – moderate\n\n$$$ – dear\n\nWords.\n\n$$\n\n## A heading\n\nThe end.';
    expect(drawn(text)).toBe(
      '<p>$ – cheap</p><p>$$ – moderate</p><p>$$$ – dear</p><p>Words.</p><p>$$</p><h3 data-level="2">A heading</h3><p>The end.</p>',
    );
  });

  it('leaves formulas as formulas', () => {
    expect(drawn('**$1.50** and $x^2$ and \\(a\\) and $$E = mc^2$$')).toBe(
      paragraph('<b>$1.50</b> and <code>x^2</code> and <code>a</code> and <code>E = mc^2</code>'),
    );
    expect(drawn('$$\n\\frac{1}{2}\n$$\n\n$$ a = 1\n+ 2 $$\n\nEnd')).toBe(
      '<code>\\frac{1}{2}</code><code>a = 1\n+ 2</code><p>End</p>',
    );
  });
});

it('looks the same at the end of a stream as in a reply that is kept', () => {
  const texts = [
    '100~200元，**“重点”**内容 ______，______',
    '($$) a; ($$) b https://e.example/x（y）',
    '$$\nx^2\n$$',
  ];
  for (const text of texts) expect(drawn(`${text}\n\nEnd.\n`, true)).toBe(drawn(`${text}\n\nEnd.\n`));
});

it('draws a formula on its own lines while it arrives', () => {
  expect(drawn('So:\n\n$$\n\\frac{1}{2', true)).toBe('<p>So:</p><code>\\frac{1}{2</code>');
});

describe('right-to-left text', () => {
  it.each([
    ['1. **React** هو إطار عمل\n2. ثانيًا', '<ol dir="rtl">'],
    ['| الاسم | العدد |\n|---|---|\n| برغي | 12 |', '<table dir="rtl">'],
    ['> اقتباس قصير هنا', '<blockquote dir="rtl">'],
    ['API הוא ממשק תכנות יישומים.', '<p dir="rtl">'],
    ['## React الإطار', '<h3 data-level="1" dir="rtl">'],
    ['The word שלום means peace in Hebrew.', '<p dir="ltr">'],
    ['שלום is how one says hello in the country.', '<p dir="ltr">'],
  ])('%j stands on its side', (text, element) => {
    expect(drawn(text)).toContain(element.replace('data-level="1"', 'data-level="2"'));
  });

  it('changes nothing in other texts', () => {
    expect(drawn('- one\n\n> two')).not.toContain('dir=');
  });
});
