/** OpenDocument: pages, sheets and slides of one part. */
import { follow } from '../follow';
import { type Package, protectedError, required } from '../package';
import type { PageWriter } from '../page-writer';
import { openDocumentStyles } from './open-document-styles';
import { writeBody } from './open-document-text';

export async function readOpenDocument(part: Package, writer: PageWriter): Promise<void> {
  const manifest = (await part('META-INF/manifest.xml')) ?? '';
  if (manifest.includes('encryption-data')) throw protectedError();
  const content = await required(part, 'content.xml');
  writeOpenDocument(content, (await part('styles.xml')) ?? '', writer);
}

/** @param xml the one part of a flat document, which holds its styles too */
export const writeFlatDocument = (xml: string, writer: PageWriter): void =>
  writeOpenDocument(xml, xml, writer);

function writeOpenDocument(content: string, master: string, writer: PageWriter): void {
  const styles = openDocumentStyles(master === content ? [content] : [master, content]);
  // A sheet and a slide have theirs only where they are printed.
  const isText = content.includes('<office:text');
  if (isText) for (const text of marginTexts(master, 'header')) writer.write(`[Header] ${text}\n`);
  writeBody(content, styles, writer);
  if (isText) for (const text of marginTexts(master, 'footer')) writer.write(`\n[Footer] ${text}`);
}

const MOST_MARGIN = 20_000;

/** What each page has above or below it, once, as one line. */
function marginTexts(xml: string, kind: 'header' | 'footer'): readonly string[] {
  const texts = new Set<string>();
  let text = '';
  const end = () => {
    const line = text.split(/\s+/).filter(Boolean).join(' ');
    if (/\p{L}/u.test(line)) texts.add(line);
    text = '';
  };
  const blank = () => {
    text += ' ';
  };
  // Left and first pages may have their own.
  const places = [kind, `${kind}-left`, `${kind}-first`];
  const close = { p: blank, h: blank, ...Object.fromEntries(places.map((place) => [place, end])) };
  const bounds = { isFull: () => text.length > MOST_MARGIN || texts.size > 50, cut: () => undefined };
  const rules = { texts: places, skipped: ['body', 'page-number', 'page-count', 'desc'], close };
  follow(xml, bounds, rules, (more) => {
    text += more;
  });
  return [...texts];
}
