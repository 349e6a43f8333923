/** What a body that is not JSON says of itself: the title of a page, the message of XML, the first words of a text. */

export interface SaidPage {
  /** For the middle of a sentence. */
  readonly kind: 'a web page' | 'XML' | 'plain text';
  /** Without markup, in one line; `null` where there are none. */
  readonly words: string | null;
}

const MOST_CHARACTERS = 200;
/** A title further down isn’t that of the page. */
const MOST_SEARCHED = 8_000;
/** Of a long page, the first of these that holds words. */
const TITLES = [/<title[^>]*>([^<]*)/i, /<h1[^>]*>(.*?)<\/h1>/is, /<h2[^>]*>(.*?)<\/h2>/is];
const MESSAGES = [
  /<(?:\w+:)?(?:message|faultstring|text)\b[^>]*>([^<]*)/i,
  /<(?:error|detail|reason)>([^<]*)/i,
];
const IS_HTML = /<(?:!doctype html|html|head|title|body|meta|div|p|h\d|center|pre)\b/i;

export function describePage(text: string): SaidPage {
  const start = text.slice(0, MOST_SEARCHED);
  // Broken JSON says nothing in words.
  if (/^\s*[{[]/.test(start)) return { kind: 'plain text', words: null };
  if (!/^\s*</.test(start))
    return { kind: 'plain text', words: inOneLine(start.trim().replace(/^"([^"\\]*)"$/, '$1')) };
  const isXml = !IS_HTML.test(start);
  const found = (isXml ? MESSAGES : TITLES).map((one) => inOneLine(one.exec(start)?.[1] ?? '', true));
  return { kind: isXml ? 'XML' : 'a web page', words: found.find((words) => words !== null) ?? null };
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': '’',
  nbsp: ' ',
};

function inOneLine(text: string, isMarkup = false): string | null {
  const plain = isMarkup
    ? text.replace(/<[^>]*>/g, ' ').replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    : text;
  const line = plain
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(?<!\.)\.$/, '');
  if (line === '') return null;
  return line.length <= MOST_CHARACTERS
    ? line
    : `${line.slice(0, MOST_CHARACTERS).toWellFormed().trimEnd()}…`;
}
