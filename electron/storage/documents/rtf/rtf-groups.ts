/** Groups of RTF: which hold text of the document, and what is made of the text of the others. */
import type { PageWriter } from '../page-writer';

/** Groups that hold no text of the document, or hold it once more for older programs. */
const unread: readonly string[] = [
  ...[
    'fonttbl',
    'colortbl',
    'stylesheet',
    'listtable',
    'listoverridetable',
    'info',
    'pict',
    'object',
    'objdata',
  ],
  ...['nonshppict', 'rsidtbl', 'shprslt', 'nonesttables', 'xe', 'tc', 'tcn', 'sp', 'filetbl', 'revtbl'],
];
/** Those that are marked as new, and are known here: all others are passed over. */
const known: readonly string[] = [
  'shpinst',
  'annotation',
  'nesttableprops',
  'atnauthor',
  'fldinst',
  'formfield',
];

export const isUnread = (word: string, isStarred: boolean): boolean =>
  unread.includes(word) || (isStarred && !known.includes(word));

/** Where the text of a group goes. */
export interface Sink {
  write(text: string): void;
  /** The group is over. */
  end?(): void;
}

const MOST_ASIDE = 100_000;
/** Notes in notes. */
const MOST_DEPTH = 20;

function gathered(end: (text: string) => void): Sink {
  let text = '';
  return {
    write: (more) => {
      if (text.length < MOST_ASIDE) text += more;
    },
    end: () => end(text.split(/\s+/).filter(Boolean).join(' ')),
  };
}

const hasLetters = (line: string): boolean => /\p{L}/u.test(line);

interface Field {
  code: string;
  /** Of a box to tick: what it is, and what it was at first. */
  ticked: number | null;
  usual: number;
}

/** The number of the page where a program last drew it says nothing. */
const PAGE_NUMBER = /^\s*(?:page|numpages|sectionpages)\b/i;
/** A box that nobody has changed. */
const UNCHANGED = 25;

/** What is beside the text, at the place that it is about; what each page repeats once. */
export function rtfAsides(main: PageWriter) {
  const heads = new Set<string>();
  const feet = new Set<string>();
  let [author, depth] = ['', 0];
  const fields: Field[] = [];
  const head = () =>
    gathered((line) => {
      if (hasLetters(line) && !heads.has(line)) main.write(`[Header] ${line}\n`);
      heads.add(line);
    });
  const foot = () => gathered((line) => void (hasLetters(line) && feet.add(line)));
  const note = (outer: Sink) => gathered((line) => outer.write(line === '' ? '' : ` [${line}]`));
  const comment = (outer: Sink) =>
    gathered((line) =>
      outer.write(line === '' ? '' : `[Comment${author === '' ? '' : ` by ${author}`}: ${line}]`),
    );
  const byWord: Readonly<Record<string, (outer: Sink) => Sink | null>> = {
    ...Object.fromEntries(['header', 'headerl', 'headerr', 'headerf'].map((word) => [word, head])),
    ...Object.fromEntries(['footer', 'footerl', 'footerr', 'footerf'].map((word) => [word, foot])),
    footnote: note,
    annotation: comment,
    atnauthor: () =>
      gathered((line) => {
        author = line;
      }),
    field: (outer) => {
      const field = { code: '', ticked: null, usual: 0 };
      if (fields.length < 50) fields.push(field);
      return { write: outer.write, end: () => endField(field, outer) };
    },
    fldinst: () =>
      gathered((code) => {
        const field = fields.at(-1);
        if (field !== undefined) field.code = code;
      }),
    fldrslt: () => (PAGE_NUMBER.test(fields.at(-1)?.code ?? '') ? { write: () => undefined } : null),
  };
  const endField = (field: Field, outer: Sink) => {
    if (fields.at(-1) === field) fields.pop();
    if (!/formcheckbox/i.test(field.code)) return;
    const state = field.ticked === null || field.ticked === UNCHANGED ? field.usual : field.ticked;
    outer.write(state === 1 ? '☑' : '☐');
  };
  return {
    /** @returns where the text of a group goes that begins with this word; `null` where it goes on as it was */
    sink(word: string, outer: Sink): Sink | null {
      const own = depth < MOST_DEPTH && Object.hasOwn(byWord, word) ? byWord[word]?.(outer) : undefined;
      if (own === undefined || own === null) return null;
      depth += 1;
      const end = () => {
        depth -= 1;
        own.end?.();
      };
      return { write: own.write, end };
    },
    box(word: 'ffres' | 'ffdefres', state: number): void {
      const field = fields.at(-1);
      if (field === undefined) return;
      if (word === 'ffres') field.ticked = state;
      else field.usual = state;
    },
    end(): void {
      for (const line of feet) main.write(`\n[Footer] ${line}`);
    },
  };
}
