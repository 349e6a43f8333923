/** EPUB: chapters of XHTML in the order of the book (EPUB 3.3). Each begins a page. */
import { posix } from 'node:path';
import { follow } from './follow';
import { elements, type Package, required } from './package';
import type { PageWriter } from './page-writer';
import { attributeOf } from './xml-events';

export async function readBook(part: Package, writer: PageWriter): Promise<void> {
  const [root] = elements(await required(part, 'META-INF/container.xml'), 'rootfile');
  const main = attributeOf(root ?? '', 'full-path') ?? '';
  const book = await required(part, main);
  const places = new Map(
    elements(book, 'item').map((item) => [attributeOf(item, 'id') ?? '', attributeOf(item, 'href') ?? '']),
  );
  for (const entry of elements(book, 'itemref')) {
    const place = places.get(attributeOf(entry, 'idref') ?? '');
    if (place === undefined) continue;
    writer.next();
    if (writer.isFull()) return void writer.cut();
    writeChapter((await part(pathOf(main, place))) ?? '', writer);
  }
}

function pathOf(main: string, place: string): string {
  const path = place.split('#', 1)[0] ?? '';
  return posix.join(posix.dirname(main), decoded(path));
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const named: Readonly<Record<string, string>> = {
  nbsp: ' ',
  mdash: '—',
  ndash: '–',
  hellip: '…',
  shy: '',
  copy: '©',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
};
const blocks = [
  'p',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'li',
  'div',
  'tr',
  'blockquote',
  'dt',
  'dd',
  'figcaption',
];

function writeChapter(xhtml: string, writer: PageWriter): void {
  // Blanks between elements only make the file readable.
  let isLineStart = true;
  const line = () => {
    isLineStart = true;
    writer.write('\n');
  };
  const cell = () => writer.write('\t');
  const close = { ...Object.fromEntries(blocks.map((name) => [name, line])), br: line, td: cell, th: cell };
  const skipped = ['head', 'script', 'style', 'rt', 'rp'];
  follow(xhtml, writer, { texts: ['body'], skipped, close }, (text) => {
    const plain = text.replace(/&(\w{2,6});/g, (all, name: string) =>
      Object.hasOwn(named, name) ? (named[name] ?? all) : all,
    );
    const said = plain.replace(/\s+/g, ' ').slice(isLineStart && /^\s/.test(plain) ? 1 : 0);
    if (said === '') return;
    isLineStart = false;
    writer.write(said);
  });
}
