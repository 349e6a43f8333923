/**
 * The text of a reply without markdown syntax: read from the rendered elements, so that it matches the screen.
 *
 * Elements that show less than they hold (folded code, formulas) register their full text.
 */
const sources = new WeakMap<Element, string>();

export function standsFor(element: Element, source: string): void {
  sources.set(element, source);
}

const apart = new Set([
  'P',
  'UL',
  'OL',
  'BLOCKQUOTE',
  'PRE',
  'FIGURE',
  'SECTION',
  'H3',
  'H4',
  'H5',
  'H6',
  'HR',
]);
const rows = new Set(['LI', 'TR', 'TD', 'TH', 'TBODY', 'THEAD']);
const lists = new Set(['UL', 'OL']);
const left = new Set(['FIGCAPTION', 'BUTTON', 'SVG', 'svg']);

export function plainTextOf(element: Element): string {
  return textOf(element)
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function textOf(node: Node): string {
  if (node instanceof Text) return isLayout(node) ? '' : node.data;
  if (!(node instanceof Element) || left.has(node.tagName)) return '';
  const source = sources.get(node);
  const inside = source ?? insideOf(node);
  if (node.tagName === 'LI') return `${markOf(node)}${inside.trim().replaceAll('\n', '\n  ')}\n`;
  if (lists.has(node.tagName) && node.parentElement?.tagName === 'LI') return `\n${inside}`;
  return apart.has(node.tagName) ? `\n\n${inside}\n\n` : inside;
}

/** Line breaks between blocks are ignored; those between words are kept. */
function isLayout({ data, previousSibling, nextSibling }: Text): boolean {
  const isBlock = (one: Node | null) =>
    one instanceof Element && (apart.has(one.tagName) || rows.has(one.tagName));
  return data.trim() === '' && (isBlock(previousSibling) || isBlock(nextSibling));
}

function insideOf(element: Element): string {
  if (element.tagName === 'BR') return '\n';
  const texts = [...element.childNodes].map(textOf);
  if (element.tagName === 'TR') return `${texts.join('\t')}\n`;
  return texts.join('');
}

function markOf(item: Element): string {
  const list = item.parentElement;
  if (!(list instanceof HTMLOListElement)) return '- ';
  return `${list.start + [...list.children].indexOf(item)}. `;
}
