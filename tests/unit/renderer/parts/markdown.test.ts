import { describe, expect, it } from 'vitest';
import { fragmentId, hostToShow, safeAddress } from '../../../../renderer/parts/markdown/link';
import { exceedsMarkdownLimits } from '../../../../renderer/parts/markdown/markdown-limits';
import { tableAsCsv, tableAsMarkdown } from '../../../../renderer/parts/markdown/table';

describe('an address in a reply', () => {
  it.each([
    ['https://example.com/a?b#c', 'https://example.com/a?b#c'],
    ['http://example.com', 'http://example.com/'],
    ['mailto:someone@example.com', 'mailto:someone@example.com'],
    ['#note-1', '#note-1'],
  ])('%j may be followed', (address, href) => {
    expect(safeAddress(address)).toBe(href);
  });

  it.each([
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>1</script>',
    'file:///etc/passwd',
    'vbscript:x',
    'app://gatehouse/',
    'blob:https://example.com/x',
    '/api/call',
    '//example.com',
    'relative',
    '',
    undefined,
  ])('%j may not', (address) => {
    expect(safeAddress(address)).toBeNull();
  });

  it('shows lookalike letters as what they are', () => {
    expect(safeAddress('https://exаmple.com')).toContain('xn--');
  });
});

it.each([
  ['#user-content-fn-1', 'user-content-fn-1'],
  ['#caf%C3%A9', 'café'],
  ['#%', '%'],
  ['#%C3%28', '%C3%28'],
])('the fragment %s leads to the id %s', (hash, id) => {
  expect(fragmentId(hash)).toBe(id);
});

describe('the host beside a link', () => {
  const shown = (address: string, text: string) => hostToShow(safeAddress(address) ?? '', text);

  it.each([
    ['https://example.com/page', 'the manual'],
    ['https://example.com/page', 'example.com'],
    ['https://docs.example.com/', 'see example.com for more'],
    ['https://www.example.com/', 'https://example.com/'],
    ['https://example.com/', 'version 1.2.3, e.g. this'],
    ['https://example.com/', '“example.com”, at 12.30'],
    ['mailto:a@example.com', 'a@example.com'],
  ])('is left out for %j reading %j', (address, text) => {
    expect(shown(address, text)).toBeNull();
  });

  it.each([
    ['https://evil.example/', 'https://bank.com/login', 'evil.example'],
    ['https://evil.example:8443/', 'bank.com', 'evil.example:8443'],
    ['https://bank.com.evil.example/', 'bank.com', 'bank.com.evil.example'],
    ['https://bank.com@evil.example/', 'the bank', 'evil.example'],
    ['https://b\u0430nk.com/', 'b\u0430nk.com', 'xn--bnk-6cd.com'],
    ['https://evil.example/', '\u202emoc.knab', 'evil.example'],
    ...[
      '“google.com”',
      '‘google.com’',
      '«google.com»',
      'g\u200boogle.com',
      'google.com\u2060',
      'goo\u00adgle.com',
      'g\ufe0foogle.com',
      'google\u3002com',
      'google\uff0ecom',
      '\u0261oogle.com',
      '\uff47\uff4f\uff4f\uff47\uff4c\uff45.com',
      '`google.com`',
      '(google.com)',
      '[google.com]',
      '\u2192google.com\u2190',
      'google.com/path',
      'google.com…',
      'HTTPS://GOOGLE.COM',
      'Sign in at google.com, then go on',
      'evil.example, that is google.com',
      '203.0.113.7',
    ].map((text) => ['https://evil.example/', text, 'evil.example']),
  ])('is named for %j reading %j', (address = '', text = '', host = '') => {
    expect(shown(address, text)).toBe(host);
  });

  it.each([
    '“google.com”',
    '‘google.com’',
    '«google.com»',
    'g\u200boogle.com',
    'google.com\u2060',
    'goo\u00adgle.com',
    'g\ufe0foogle.com',
    'google\u3002com',
    'google\uff0ecom',
    '\u0261oogle.com',
    '\uff47\uff4f\uff4f\uff47\uff4c\uff45.com',
    '`google.com`',
    '(google.com)',
    '[google.com]',
    '\u2192google.com\u2190',
    'google.com/path',
    'google.com…',
    'HTTPS://GOOGLE.COM',
    'Sign in at google.com, then go on',
    'evil.example, that is google.com',
    '203.0.113.7',
  ])('is named for a link to elsewhere reading %j', (text) => {
    expect(shown('https://evil.example/', text)).toBe('evil.example');
  });
});

describe('a copied table', () => {
  it('is markdown that reads the same', () => {
    expect(
      tableAsMarkdown([
        ['a', 'b|c'],
        ['1', 'two\nlines'],
      ]),
    ).toBe('| a | b\\|c |\n| --- | --- |\n| 1 | two lines |');
  });

  it('is CSV in which no cell becomes a formula, and numbers stay numbers', () => {
    expect(
      tableAsCsv([
        ['a', 'say "hi"', 'x,y'],
        ['=1+1', '-5', '@cmd'],
        ['+3', '-x', ''],
      ]),
    ).toBe('a,"say ""hi""","x,y"\r\n\'=1+1,-5,\'@cmd\r\n+3,\'-x,');
  });
});

describe('a block that exceeds the limits', () => {
  it.each([
    ['quotes in quotes', '> '.repeat(400)],
    ['lists in lists on one line', '- '.repeat(400)],
    ['lists in lists', Array.from({ length: 90 }, (_, level) => `${'  '.repeat(level)}- x`).join('\n')],
    ['more signs than anyone reads', '**a** '.repeat(3_000)],
    ['a line of a megabyte', 'w'.repeat(1_000_000)],
  ])('is one with %s', (_, text) => {
    expect(exceedsMarkdownLimits(text)).toBe(true);
  });

  it('is nothing that a model writes in practice', () => {
    const list = Array.from(
      { length: 8 },
      (_, level) => `${'    '.repeat(level)}1. **bold** and \`code\``,
    ).join('\n');
    expect(exceedsMarkdownLimits(list.repeat(20))).toBe(false);
    expect(exceedsMarkdownLimits('A long paragraph, without many signs. '.repeat(800))).toBe(false);
    expect(exceedsMarkdownLimits(`|a|b|c|d|\n|-|-|-|-|\n${'|1|2|3|4|\n'.repeat(200)}`)).toBe(false);
  });
});
