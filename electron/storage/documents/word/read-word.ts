/** Word documents: the text as it is now, with its notes and comments at its end, and what each page has above and below it once. */
import { mainPart, type Package, relatedPart, relatedParts, required } from '../package';
import type { PageWriter } from '../page-writer';
import { attributeOf } from '../xml-events';
import { type ListMarks, wordLists } from './word-lists';
import { type WordStyles, wordStyles } from './word-styles';
import { createWordText, type NoteKind, noteMark } from './word-text';

export async function readWord(part: Package, writer: PageWriter): Promise<void> {
  const main = await mainPart(part, 'word/document.xml');
  const xml = await required(part, main);
  const styles = wordStyles(await relatedPart(part, main, 'styles', 'styles.xml'));
  const lists = wordLists(await relatedPart(part, main, 'numbering', 'numbering.xml'));
  const book = { styles, lists };
  for (const head of await marginTexts(part, main, 'header', styles)) writer.write(`[Header] ${head}\n`);
  createWordText(book, writer).write(xml);
  for (const kind of ['footnote', 'endnote', 'comment'] as const)
    writeNotes(await relatedPart(part, main, `${kind}s`, `${kind}s.xml`), kind, book, writer);
  for (const foot of await marginTexts(part, main, 'footer', styles)) writer.write(`\n[Footer] ${foot}`);
}

/** Those that only draw the line above the others are of a type. */
function writeNotes(
  xml: string,
  kind: NoteKind,
  book: { readonly styles: WordStyles; readonly lists: ListMarks },
  writer: PageWriter,
): void {
  if (xml === '') return;
  const begin = (attributes: string) => {
    if (attributeOf(attributes, 'type') !== null) return;
    const author = attributeOf(attributes, 'author') ?? '';
    const who = kind === 'comment' ? `Comment${author === '' ? '' : ` by ${author}`}: ` : '';
    writer.write(`${noteMark(kind, attributeOf(attributes, 'id') ?? '')} ${who}`);
  };
  createWordText(book, writer, { [kind]: begin }).write(xml);
}

const MOST_MARGIN = 20_000;

/** Sections and first pages have their own; each text counts once, as one line. */
async function marginTexts(
  part: Package,
  main: string,
  kind: 'header' | 'footer',
  styles: WordStyles,
): Promise<readonly string[]> {
  const texts = new Set<string>();
  for (const xml of await relatedParts(part, main, kind)) {
    let text = '';
    const write = (more: string) => {
      text += more;
    };
    const margin = {
      write,
      next: () => undefined,
      isFull: () => text.length > MOST_MARGIN,
      cut: () => undefined,
    };
    createWordText({ styles, lists: () => '' }, margin).write(xml);
    const line = text.slice(0, MOST_MARGIN).split(/\s+/).filter(Boolean).join(' ');
    if (/\p{L}/u.test(line)) texts.add(line);
  }
  return [...texts];
}
