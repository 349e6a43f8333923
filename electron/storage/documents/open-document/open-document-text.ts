/** The body of an OpenDocument. */
import { follow } from '../follow';
import { imageMark } from '../html/html-writer';
import type { PageWriter } from '../page-writer';
import { attributeOf } from '../xml-events';
import { openDocumentLists } from './open-document-lists';
import type { OpenDocumentStyles } from './open-document-styles';
import { openDocumentTable } from './open-document-table';
import { cellValue } from './open-document-values';

/** Left out: what was deleted, how characters are read, the marks of notes, and what belongs to the program. */
const skipped = [
  ...['tracked-changes', 'ruby-text', 'note-citation', 'styles', 'automatic-styles', 'master-styles'],
  ...['font-face-decls', 'meta', 'settings', 'scripts', 'binary-data'],
];

const timesOf = (attributes: string, name: string): number =>
  Math.max(1, Number(attributeOf(attributes, name) ?? 1) || 1);

type Rules = Readonly<Record<string, (attributes: string) => void>>;

/** Breaks that a program stored when it laid the pages out, sheets and slides begin a page. */
export function writeBody(xml: string, styles: OpenDocumentStyles, writer: PageWriter): void {
  const isSheets = xml.includes('<office:spreadsheet');
  const table = openDocumentTable(isSheets, writer.write);
  const lists = openDocumentLists(styles.lists);
  let mark = '';
  const aside = asides((text) => table.say(text));
  const say = (text: string) => {
    if (aside.take(text)) return;
    table.say(`${mark}${text}`);
    mark = '';
  };
  const line = () => (aside.isInside() ? say(' ') : table.say('\n'));
  const endParagraph = () => {
    aside.endParagraph();
    line();
  };
  const cell = (attributes: string) =>
    table.beginCell(timesOf(attributes, 'number-columns-repeated'), isSheets ? cellValue(attributes) : '');
  const isUnshown = (attributes: string) => styles.unshown.has(attributeOf(attributes, 'style-name') ?? '');
  const lines: Rules = {
    tab: () => say('\t'),
    'line-break': line,
    s: (attributes) => say(' '.repeat(Math.min(100, Number(attributeOf(attributes, 'c') ?? 1) || 1))),
    'soft-page-break': () => table.isOpen() || writer.next(),
    list: lists.begin,
    'list-item': (attributes) => {
      mark = lists.item(attributes);
    },
    'table-row': (attributes) => table.beginRow(timesOf(attributes, 'number-rows-repeated')),
    'table-cell': cell,
    'covered-table-cell': cell,
  };
  const pages: Rules = {
    page: (attributes) => {
      writer.next();
      if (isUnshown(attributes)) writer.write('[Hidden slide]\n');
    },
    notes: () => {
      mark = '\nNotes: ';
    },
    ...(isSheets && {
      // As in any other workbook; no name has a tab.
      table: (attributes: string) => {
        writer.next();
        writer.write(`${attributeOf(attributes, 'name') ?? ''}${isUnshown(attributes) ? '\thidden' : ''}\n`);
      },
    }),
  };
  const close = {
    ...aside.close,
    p: endParagraph,
    h: endParagraph,
    list: () => {
      lists.end();
      mark = '';
    },
    'table-cell': table.endCell,
    'covered-table-cell': table.endCell,
    'table-row': table.endRow,
  };
  const isHidden = (name: string, attributes: string) =>
    (name === 'span' || name === 'p' || name === 'h') &&
    styles.hidden.has(attributeOf(attributes, 'style-name') ?? '');
  // What somebody notes about a cell is no part of a table.
  const rules = { skipped: isSheets ? [...skipped, 'annotation'] : skipped, isHidden, close };
  follow(
    xml,
    writer,
    { texts: ['p', 'h', 'creator', 'desc', 'title'], ...rules, open: { ...lines, ...pages, ...aside.open } },
    say,
  );
}

interface Aside {
  readonly kind: 'note' | 'comment' | 'image';
  author: string;
  text: string;
}

/** What lies beside the text, at the place that it is about: notes, comments, and what pictures show. */
function asides(write: (text: string) => void) {
  const open: Aside[] = [];
  let [isAuthor, isDate, frames, paragraphs] = [false, false, 0, 0];
  const enter = () => {
    paragraphs += 1;
  };
  const begin = (kind: Aside['kind']) => () => {
    if (open.length < 20) open.push({ kind, author: '', text: '' });
  };
  const put = (text: string) => {
    const outer = open.at(-1);
    if (outer === undefined) write(text);
    else outer.text += text;
  };
  const end = (kind: Aside['kind']) => () => {
    if (open.at(-1)?.kind !== kind) return;
    const { text, author } = open.pop() ?? { text: '', author: '' };
    const said = text.replace(/\s+/g, ' ').trim();
    if (said !== '') put(`${asideText(kind, said, author.trim())}${paragraphs === 0 ? '\n' : ''}`);
  };
  const isComment = () => open.at(-1)?.kind === 'comment';
  return {
    isInside: () => open.length > 0,
    endParagraph: () => {
      paragraphs = Math.max(0, paragraphs - 1);
    },
    open: {
      p: enter,
      h: enter,
      'note-body': begin('note'),
      annotation: begin('comment'),
      desc: begin('image'),
      creator: () => {
        isAuthor = isComment();
      },
      // A date in the text itself is text.
      date: () => {
        isDate = isComment();
      },
      frame: () => {
        frames += 1;
      },
      'text-box': () => {
        frames = 0;
      },
      title: () => {
        if (frames > 0) begin('image')();
      },
    },
    close: {
      'note-body': end('note'),
      annotation: end('comment'),
      desc: end('image'),
      title: end('image'),
      creator: () => {
        isAuthor = false;
      },
      date: () => {
        isDate = false;
      },
      frame: () => {
        frames = Math.max(0, frames - 1);
      },
    },
    /** @returns whether a text belongs to what is beside the text */
    take(text: string): boolean {
      const last = open.at(-1);
      if (last === undefined) return false;
      if (isAuthor) last.author += text;
      else if (!isDate) last.text += text;
      return true;
    },
  };
}

function asideText(kind: Aside['kind'], text: string, author: string): string {
  if (kind === 'note') return ` [${text}]`;
  if (kind === 'image') return imageMark(text);
  return `[Comment${author === '' ? '' : ` by ${author}`}: ${text}]`;
}
