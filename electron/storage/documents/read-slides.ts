/** Presentations of Office Open XML: each slide as it is shown, its diagrams, and the notes of its speaker. */
import { follow } from './follow';
import { imageMark } from './html/html-writer';
import { elements, listed, mainPart, type Package, relatedParts } from './package';
import type { PageWriter } from './page-writer';
import { tableRules } from './table-rules';
import { attributeOf } from './xml-events';

export async function readSlides(part: Package, writer: PageWriter): Promise<void> {
  const main = await mainPart(part, 'ppt/presentation.xml');
  for (const { path } of await listed(part, main, 'sldId')) {
    writer.next();
    if (writer.isFull()) return void writer.cut();
    const xml = (await part(path)) ?? '';
    const [root = ''] = elements(xml.slice(0, ROOT_CHARACTERS), 'sld');
    if (/^(?:0|false)$/.test(attributeOf(root, 'show') ?? '')) writer.write('[Hidden slide]\n');
    writeSlide(xml, writer);
    // What a diagram says is a part of its own.
    for (const diagram of await relatedParts(part, path, 'diagramData')) writeSlide(diagram, writer);
    const notes = (await relatedParts(part, path, 'notesSlide')).map(notesOf).filter((text) => text !== '');
    if (notes.length > 0) writer.write(`\nNotes: ${notes.join('\n')}\n`);
  }
}

const ROOT_CHARACTERS = 20_000;

function writeSlide(xml: string, writer: PageWriter): void {
  const say = writer.write;
  const { endLine, open, close } = tableRules(say);
  const cNvPr = (attributes: string) => {
    const shown = attributeOf(attributes, 'descr') ?? '';
    if (shown.trim() !== '') say(`${imageMark(shown)}\n`);
  };
  const rules = { texts: ['t'], skipped: ['Fallback'], open: { ...open, br: endLine, cNvPr }, close };
  follow(xml, writer, rules, say);
}

/** Beside the notes are a small drawing of the slide, its number, and what is above and below the page. */
const besides: readonly string[] = ['sldImg', 'sldNum', 'hdr', 'ftr', 'dt'];
const MOST_NOTES = 200_000;

function notesOf(xml: string): string {
  let [text, isBeside] = ['', false];
  const bounds = { isFull: () => text.length > MOST_NOTES, cut: () => undefined };
  const say = (more: string) => {
    if (!isBeside) text += more;
  };
  const line = () => say('\n');
  const open = {
    sp: () => {
      isBeside = false;
    },
    ph: (attributes: string) => {
      isBeside = besides.includes(attributeOf(attributes, 'type') ?? '');
    },
    br: line,
  };
  follow(xml, bounds, { texts: ['t'], skipped: ['Fallback'], open, close: { p: line } }, say);
  return text.trim();
}
