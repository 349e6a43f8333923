import { type ComponentProps, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type Components, Streamdown } from 'streamdown';
import { describe, expect, test } from 'vitest';
import { withAddressEnds } from '../../../../renderer/parts/markdown/bare-addresses';
import { prepared, remarkPlugins, withSigns } from '../../../../renderer/parts/markdown/read-markdown';

/** As the page draws them, and as simply as can be. */
const components = {
  a: ({ href, children }: ComponentProps<'a'>) => createElement('a', { href }, children),
  code: ({ className, children }: ComponentProps<'code'>) =>
    createElement(className?.includes('language-math') ? 'math' : 'code', null, children),
} as Components;

/** What a text becomes, without the elements' classes. */
const html = (text: string) => {
  const plain = { parseMarkdownIntoBlocksFn: (all: string) => [all], controls: false, rehypePlugins: [] };
  const options = { ...plain, components, remarkPlugins, parseIncompleteMarkdown: false };
  return renderToStaticMarkup(createElement(Streamdown, options, prepared(text)))
    .replace(/^<div[^>]*>(.*)<\/div>$/s, '$1')
    .replace(/ (?:class|data-[\w-]+|target|rel|node|type|title)="[^"]*"/g, '')
    .replace(/\n/g, '');
};

describe('tildes', () => {
  test.each([
    ['大约3~5天，价格100~200元。', '<p>大约3~5天，价格100~200元。</p>'],
    ['H~2~O, first (~$1.50) and second (~$10)', '<p>H~2~O, first (~$1.50) and second (~$10)</p>'],
    ['~/src and ~/bin', '<p>~/src and ~/bin</p>'],
    ['~~gone~~ and ~~删除（test）。~~后面', '<p><del>gone</del> and <del>删除（test）。</del>后面</p>'],
  ])('%j: two of them strike out, one is a sign', (text, shown) => expect(html(text)).toBe(shown));
});

describe('bold beside the punctuation of Chinese, Japanese and Korean', () => {
  test.each([
    ['这是**“重点”**内容。', '这是<span>“重点”</span>内容。'],
    ['**注意：**请看', '<span>注意：</span>请看'],
    ['**Markdown（マークダウン）**は軽量', '<span>Markdown（マークダウン）</span>は軽量'],
    ['**이것(this)**은 *강조。*입니다', '<span>이것(this)</span>은 <em>강조。</em>입니다'],
    ['a * b and 2 ** 3 ** 4', 'a * b and 2 ** 3 ** 4'],
  ])('%j', (text, shown) => expect(html(text)).toBe(`<p>${shown}</p>`));
});

describe('stars of products and powers', () => {
  test.each([
    ['2**3**4 = 2**81', '2**3**4 = 2**81'],
    ['3*4*5=60, width*height*depth and a*b*c*d*e', '3*4*5=60, width*height*depth and a*b*c*d*e'],
    ['**3*4*5** and *2*3*', '<span>3*4*5</span> and <em>2*3</em>'],
    ['un**believ**able, *one* and *two*', 'un<span>believ</span>able, <em>one</em> and <em>two</em>'],
    ['这是*斜体*字 `3*4*5` 2\\*3', '这是<em>斜体</em>字 <code>3*4*5</code> 2*3'],
    ['$a*b*c$', '<math>a*b*c</math>'],
  ])('%j: those inside a word are signs', (text, shown) => expect(html(text)).toBe(`<p>${shown}</p>`));
});

describe('code that is marked by its indentation alone', () => {
  const code = (text: string) => `<code>${text}</code>`;
  test.each([
    ['    a = ___\n    \\(b\\) $x$', code('a = ___\\(b\\) $x$')],
    [
      'so:\n\n\tgo https://example.com/a，b\n\n\t$$x$$',
      `<p>so:</p>${code('go https://example.com/a，b$$x$$')}`,
    ],
    // What belongs to an item is indented too.
    ['1. one\n\n    Name: ____', '<ol><li><p>one</p><p>Name: ____</p></li></ol>'],
    ['a\n    ____ b', '<p>a____ b</p>'],
  ])('%j is as it was written', (text, shown) => expect(html(text)).toBe(shown));
});

describe('blanks to fill in', () => {
  test.each([
    [
      '**______是首都，人口______，面积______，**',
      '<p><span>______是首都，人口______，面积______，</span></p>',
    ],
    ['Name: ________ Date: ____', '<p>Name: ________ Date: ____</p>'],
    ['____bold____', '<p>____bold____</p>'],
    ['__bold__ and ___both___', '<p><span>bold</span> and <em><span>both</span></em></p>'],
    ['a\n\n______\n\nb', '<p>a</p><hr/><p>b</p>'],
    ['`______` and [x](https://example.com/____a)', null],
  ])('%j', (text, shown) => {
    if (shown === null) expect(withSigns('`______`')).toBe('`______`');
    else expect(html(text)).toBe(shown);
  });
});

describe('an address ends', () => {
  test.each([
    ['访问 https://example.com/docs（说明）了解', 'https://example.com/docs', '（说明）了解'],
    ['见 https://example.com/a?b=1，谢谢', 'https://example.com/a?b=1', '，谢谢'],
    ['「https://example.com/x」と', 'https://example.com/x', '」と'],
    ['« voir https://example.com/x»', 'https://example.com/x', '»'],
    ['https://example.com：详见', 'https://example.com', '：详见'],
    ['https://ja.wikipedia.org/wiki/日本 は', 'https://ja.wikipedia.org/wiki/日本', ' は'],
    ['https://example.com/a_(b)。', 'https://example.com/a_(b)', '。'],
    ['(https://example.com/a).', 'https://example.com/a', ').'],
  ])('%j where the reader sees its end', (text, address, rest) => {
    const [, href, shown, after] = /href="([^"]*)"[^>]*>([^<]*)<\/a>(.*)<\/p>/.exec(html(text)) ?? [];
    expect([decodeURI(href ?? ''), shown, after]).toEqual([address, address, rest]);
  });

  test('with the bold passage it stands in', () => {
    expect(html('**https://example.com/x**。做')).toMatch(
      /^<p><span><a [^>]*>https:\/\/example.com\/x<\/a><\/span>。做<\/p>$/,
    );
  });

  test.each([
    ['[文档](https://example.com/文档（一）)'],
    ['[见 https://example.com（一）](https://example.com)'],
    ['<https://example.com/（a）>'],
    ['`https://example.com（a）`'],
    ['```\nhttps://example.com（a）\n```'],
    ['[1]: https://example.com/（a） "x"'],
  ])('%j is no bare address', (text) => expect(withAddressEnds(text)).toBe(text));

  test('www. has the same end', () => {
    expect(html('见 www.example.com/a，谢谢')).toMatch(
      /href="http:\/\/www.example.com\/a">www.example.com\/a<\/a>，谢谢/,
    );
  });
});

describe('dollars that are no formula', () => {
  test.each([
    ['Trattoria Roma ($$) – pasta; Sushi Ko ($$) – fish.'],
    ['$ – cheap'],
    ['$$ – moderate'],
    ['$$$ – dear and $$$$'],
    ['Use https://$'.concat('{DB_HOST}:$', '{DB_PORT}/x here.')],
    ['Read $_GET/$_POST first.'],
    ["Then $('#a_b'),$('#c') in jQuery."],
    ['echo "$A_B" and "$C_D"'],
  ])('%j stays', (text) => {
    const shown = html(text)
      .replace(/<[^>]+>/g, '')
      .replaceAll('&#x27;', "'")
      .replaceAll('&quot;', '"');
    expect(shown).toBe(text);
    expect(html(text)).not.toContain('<math>');
  });

  test('what follows a price at the start of a line is read as ever', () => {
    expect(html('$$ – moderate\n\nWords.\n\n## A heading\n\nThe end.')).toMatch(
      /<h2[^>]*>A heading<\/h2><p>The end.<\/p>$/,
    );
  });

  test.each([['$$\n\\frac{1}{2}\n$$'], ['$$x = 1$$'], ['so $x^2$ and \\(a\\)'], ['$$a = b\n+ c$$']])(
    '%j is one',
    (text) => expect(html(text)).toContain('<math>'),
  );
});

describe('text from right to left', () => {
  test.each([
    ['1. **React** هو إطار عمل\n2. ثانيًا: شغّل `npm i`.', /^<ol dir="rtl"[^>]*><li dir="rtl"/],
    ['> اقتباس قصير هنا', /^<blockquote dir="rtl"/],
    ['| الاسم | العدد |\n|---|---|\n| برغي | 12 |', /<table dir="rtl"/],
    ['API הוא ממשק תכנות יישומים.', /^<p dir="rtl"/],
    ['## כותרת', /^<h2 dir="rtl"/],
    ['The word שלום means peace.', /^<p dir="ltr"/],
    ['Only Latin words.', /^<p>/],
  ])('%j stands on its side', (text, shown) => expect(html(text)).toMatch(shown));
});
