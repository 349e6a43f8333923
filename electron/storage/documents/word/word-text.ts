/** The text of one part of a Word document. */
import { follow } from '../follow';
import { imageMark } from '../html/html-writer';
import type { PageWriter } from '../page-writer';
import { symbolSign, withSymbols } from '../symbol-fonts';
import { tableRules } from '../table-rules';
import { attributeOf } from '../xml-events';
import { wordFields } from './word-fields';
import type { ListMarks } from './word-lists';
import { isOn, valOf, type WordStyles } from './word-styles';

export type NoteKind = 'footnote' | 'endnote' | 'comment';

export const noteMark = (kind: NoteKind, id: string): string =>
  `[^${kind === 'footnote' ? '' : kind === 'endnote' ? 'e' : 'c'}${id}]`;

/**
 * What Office writes twice: text boxes in an older form, what was moved at its old place, and how characters are read. What
 * was deleted, and how a paragraph was before. Where tabs stop isn’t a tab.
 */
const skipped = [
  ...['Fallback', 'moveFrom', 'del', 'rt', 'tabs', 'pPrChange', 'rPrChange', 'sectPrChange', 'tblPrChange'],
];

type Rule = (attributes: string) => void;

interface Paragraph {
  style: string;
  numId: string;
  level: string;
  /** Its properties are over: what follows is its text. */
  isBegun: boolean;
}

interface Run {
  isHidden: boolean;
  font: string;
}

export function createWordText(
  { styles, lists }: { readonly styles: WordStyles; readonly lists: ListMarks },
  writer: Pick<PageWriter, 'write' | 'next' | 'isFull' | 'cut'>,
  more: Readonly<Record<string, Rule>> = {},
) {
  const paragraphs: Paragraph[] = [];
  let mark = '';
  const runs = runRules(styles);
  const fields = wordFields();
  const isShown = () => !runs.isHidden() && !fields.isPageNumber();
  const say = (text: string) => {
    if (!isShown()) return;
    writer.write(`${mark}${text}`);
    mark = '';
  };
  const table = tableRules(writer.write);
  const properties = paragraphRules(paragraphs, styles, lists, (text) => {
    mark = text;
  });
  const note = (kind: NoteKind) => (attributes: string) =>
    say(noteMark(kind, attributeOf(attributes, 'id') ?? ''));
  const picture = (attributes: string) => {
    const shown = attributeOf(attributes, 'descr') || attributeOf(attributes, 'title') || '';
    if (shown.trim() !== '') say(imageMark(shown));
  };
  const signs = {
    tab: () => say('\t'),
    ptab: () => say('\t'),
    cr: () => say('\n'),
    noBreakHyphen: () => say('-'),
    sym: (attributes: string) =>
      say(
        symbolSign(
          attributeOf(attributes, 'font') ?? '',
          Number.parseInt(attributeOf(attributes, 'char') ?? '', 16) || 0x2022,
        ),
      ),
    lastRenderedPageBreak: writer.next,
    br: (attributes: string) => (attributeOf(attributes, 'type') === 'page' ? writer.next() : say('\n')),
    footnoteReference: note('footnote'),
    endnoteReference: note('endnote'),
    commentReference: note('comment'),
    docPr: picture,
    txbxContent: () => say('\n'),
  };
  const close = {
    ...fields.close(say),
    ...properties.close,
    ...table.close,
    r: runs.end,
    p: () => {
      paragraphs.pop();
      mark = '';
      runs.end();
      table.close.p();
    },
  };
  const open = { ...fields.open, ...properties.open, ...runs.open, ...signs, ...table.open, ...more };
  const text = (written: string) => {
    if (!fields.take(written)) say(withSymbols(written, runs.font()));
  };
  return {
    write: (xml: string) => follow(xml, writer, { texts: ['t', 'instrText'], skipped, open, close }, text),
  };
}

function runRules(styles: WordStyles) {
  let run: Run | null = null;
  const inside = (change: (run: Run, attributes: string) => void) => (attributes: string) => {
    if (run !== null) change(run, attributes);
  };
  return {
    isHidden: () => run?.isHidden === true,
    font: () => run?.font ?? '',
    end: () => {
      run = null;
    },
    open: {
      r: () => {
        run = { isHidden: false, font: '' };
      },
      vanish: inside((one, attributes) => {
        one.isHidden ||= isOn(attributes);
      }),
      rStyle: inside((one, attributes) => {
        one.isHidden ||= styles.isHidden(valOf(attributes));
      }),
      rFonts: inside((one, attributes) => {
        one.font = attributeOf(attributes, 'ascii') ?? attributeOf(attributes, 'hAnsi') ?? '';
      }),
    },
  };
}

/** Which list a paragraph is in is known when its properties end. */
function paragraphRules(
  paragraphs: Paragraph[],
  styles: WordStyles,
  lists: ListMarks,
  mark: (text: string) => void,
) {
  const inside = (change: (paragraph: Paragraph, value: string) => void) => (attributes: string) => {
    const paragraph = paragraphs.at(-1);
    if (paragraph !== undefined && !paragraph.isBegun) change(paragraph, valOf(attributes));
  };
  return {
    open: {
      p: () => {
        mark('');
        paragraphs.push({ style: '', numId: '', level: '', isBegun: false });
      },
      pStyle: inside((paragraph, value) => {
        paragraph.style = value;
      }),
      numId: inside((paragraph, value) => {
        paragraph.numId = value;
      }),
      ilvl: inside((paragraph, value) => {
        paragraph.level = value;
      }),
    },
    close: {
      pPr: () => {
        const paragraph = paragraphs.at(-1);
        if (paragraph === undefined || paragraph.isBegun) return;
        paragraph.isBegun = true;
        const own = styles.listOf(paragraph.style);
        const numId = paragraph.numId || own.numId;
        if (numId !== '' && numId !== '0') mark(lists(numId, paragraph.level || own.level, paragraph.style));
      },
    },
  };
}
