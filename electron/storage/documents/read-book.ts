/** EPUB: chapters of XHTML in the order of the book (EPUB 3.3). Each begins a page. */
import { posix } from 'node:path';
import { htmlEntity } from './html/html-text';
import { createHtmlWriter } from './html/html-writer';
import { elements, type Package, required } from './package';
import type { PageWriter } from './page-writer';
import { attributeOf, xmlEvents } from './xml-events';

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

function writeChapter(xhtml: string, writer: PageWriter): void {
  const html = createHtmlWriter(writer.write);
  let isBody = false;
  for (const event of xmlEvents(xhtml, htmlEntity)) {
    if (writer.isFull()) return void writer.cut();
    if (event.kind === 'text') {
      if (isBody) html.text(event.text);
      continue;
    }
    if (event.name === 'body') isBody = event.kind === 'open';
    if (event.kind === 'close') html.close(event.name);
    else html.open(event.name, (name) => attributeOf(event.attributes, name, htmlEntity));
  }
}
