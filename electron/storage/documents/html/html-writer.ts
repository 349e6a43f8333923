/** The text of HTML and XHTML, element by element: lines, lists, tables, and what images show. */
import { createFlow } from './flow-text';

export interface HtmlWriter {
  open(name: string, attribute: (name: string) => string | null): void;
  close(name: string): void;
  text(text: string): void;
}

const blocks = new Set([
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'div', 'blockquote', 'dt', 'dd', 'figcaption', 'caption'],
  ...['ul', 'ol', 'li', 'pre', 'table', 'tr', 'section', 'article', 'header', 'footer', 'hr', 'title'],
]);
const cells = new Set(['td', 'th']);
/** No text of the page, and how characters are read. */
const skipped = new Set(['head', 'script', 'style', 'template', 'rt', 'rp']);
const MOST_INDENTED = 10;

export function createHtmlWriter(write: (text: string) => void): HtmlWriter {
  const flow = createFlow(write);
  /** Of each open list, the number of its next item; `null` where it has bullets. */
  const lists: (number | null)[] = [];
  let [ignored, exact] = [0, 0];
  const item = () => {
    const number = lists.pop() ?? null;
    lists.push(number === null ? null : number + 1);
    const indent = '  '.repeat(Math.min(MOST_INDENTED, lists.length - 1));
    flow.mark(`${indent}${number === null ? '-' : `${number}.`} `);
  };
  const begin: Readonly<Record<string, (attribute: (name: string) => string | null) => void>> = {
    ul: () => void lists.push(null),
    ol: (attribute) => void lists.push(Number.parseInt(attribute('start') ?? '1', 10) || 1),
    li: item,
    br: flow.lineBreak,
    img(attribute) {
      const alt = attribute('alt')?.trim() ?? '';
      if (alt !== '') flow.text(imageMark(alt));
    },
  };
  const end = (name: string) => {
    if (name === 'ul' || name === 'ol') lists.pop();
    if (name === 'pre') exact = Math.max(0, exact - 1);
    if (cells.has(name)) flow.endCell();
    else if (name === 'tr') flow.endRow();
    else if (blocks.has(name)) flow.block();
  };
  return {
    open(name, attribute) {
      if (skipped.has(name)) ignored += 1;
      if (ignored > 0) return;
      if (blocks.has(name)) flow.block();
      if (cells.has(name)) flow.beginCell();
      if (name === 'pre') exact += 1;
      if (Object.hasOwn(begin, name)) begin[name]?.(attribute);
    },
    close(name) {
      if (skipped.has(name)) ignored = Math.max(0, ignored - 1);
      else if (ignored === 0) end(name);
    },
    text(text) {
      if (ignored > 0) return;
      if (exact > 0) flow.exactly(text);
      else flow.text(text);
    },
  };
}

/** What a picture shows, as its author describes it. */
export const imageMark = (description: string): string =>
  `[Image: ${description.replace(/\s+/g, ' ').trim()}]`;
