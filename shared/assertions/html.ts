/** Whether a text is HTML, or has some in it, as promptfoo tells: browsers take any text for a page. */

/** An element as a parser of HTML found it; the ones that it adds by itself are not written in the text. */
export interface HtmlElement {
  readonly name: string;
  readonly isWritten: boolean;
}

export interface ReadHtml {
  readonly elements: readonly HtmlElement[];
  /** The body has text that is in no element of its own. */
  readonly hasBareText: boolean;
}

/** Elements of https://html.spec.whatwg.org/ beside those of a page as a whole. */
const elementNames = new Set(
  `a abbr address area article aside audio b base bdi bdo blockquote br button canvas caption cite code col colgroup data
  datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr i
  iframe img input ins kbd label legend li link main map mark math menu meta meter nav noscript object ol optgroup option
  output p param picture pre progress q rp rt ruby s samp script section select slot small source span strong style sub
  summary sup svg table tbody td template textarea tfoot th thead time title tr track u ul var video wbr`.split(
    /\s+/,
  ),
);
const pageNames = ['html', 'head', 'body'];

/** Why it is none; `null` where it is. */
export function htmlMistake(whole: string, read: (text: string) => ReadHtml): string | null {
  const text = whole.trim();
  if (text === '') return 'it is empty';
  if (/^<\?xml/i.test(text)) return 'it is XML';
  const { elements, hasBareText } = read(text);
  const isPart = (name: string) => new RegExp(`<${name}[\\s>/]`, 'i').test(text);
  const written = elements.filter(({ isWritten }) => isWritten);
  const hasBody = isPart('body') && written.some(({ name }) => name === 'body');
  if (hasBareText && !hasBody) return 'it has text outside of elements';
  const isKnown = ({ name }: HtmlElement) =>
    pageNames.includes(name) ? isPart(name) : elementNames.has(name) || name.includes('-');
  const known = elements.filter((one) => one.isWritten || !pageNames.includes(one.name));
  return known.some(isKnown) ? null : 'it has no element that HTML knows';
}

/** Signs of HTML that count two, and that count one; two make HTML. */
const strongSigns = [
  /<!DOCTYPE\s+html/i,
  /<(?:html|head|body|div|span|p|a|img|h[1-6]|[uo]l|li|table|t[rdh]|form|input|button|script|style|link|meta|br|hr)\b/i,
];
const signs = [
  /&(?:[a-zA-Z]+|#\d+|#x[\da-fA-F]+);/,
  /<!--[^-]*(?:-[^-]+)*-->/,
  /\s[a-zA-Z-]+=\s*["'][^"']*["']/,
  /<\/[a-zA-Z][a-zA-Z\d-]*\s*>/,
];

export function hasHtml(text: string): boolean {
  // A tag that is never closed is none; without such ones each pattern reads the text once.
  const closed = text.slice(0, text.lastIndexOf('>') + 1);
  const parts = closed.split('>');
  const hasOpening = parts.slice(0, -1).some((part) => /<[a-zA-Z][a-zA-Z\d-]*(?:\s|$)/.test(part));
  const hasEmpty = parts
    .slice(0, -1)
    .some((part) => /<[a-zA-Z][a-zA-Z\d-]*(?:\s|\/$)/.test(part) && part.endsWith('/'));
  const strong = strongSigns.filter((sign) => sign.test(text)).length;
  const weak = signs.filter((sign) => sign.test(text)).length;
  return strong * 2 + weak + Number(hasOpening) + Number(hasEmpty) >= 2;
}
