/** Where in a Markdown text a place is: inside code, inside quotation marks, at the beginning of a line. */

export interface CodeContext {
  /** Takes the next character. */
  take(character: string): void;
  /** The same for several at once, none of which is in `contextLetters`. */
  takeRun(characters: string): void;
  /** Inside a fence, an inline code span that is open on this line, or indented code. */
  isCode(): boolean;
  isFence(): boolean;
  /** Inside an inline code span. */
  isInline(): boolean;
  /** Only spaces stand before it on its line. */
  isLineStart(): boolean;
  /** Right behind the mark of a list's item. */
  isItemStart(): boolean;
  /** The character before on this line, and the last one other than a space; empty where there is none. */
  before(): string;
  lastVisible(): string;
  /** Whether the characters around a word are a pair of quotation marks. */
  isQuoted(after: string): boolean;
}

/** Each of these is looked at by itself. */
export const contextLetters = '\n`"';

/** Enough of a line to recognize a fence. */
const HEAD_CHARACTERS = 200;
/** From here on an indented line is code. */
const CODE_INDENT = 4;

/** Each opening quotation mark with its closing one. */
const pairs = new Map(
  [...'“”„“‘’‚‘«»»«‹›「」『』()（）""\'\'**``'.matchAll(/../gu)].map(([pair]) => [
    pair.charAt(0),
    pair.charAt(1),
  ]),
);

const ITEM = /^[\s>]*(?:[-*+]|\d{1,9}[.)])\s+$/;
const FENCE = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}|~{3,})(.*)$/;

export function createCodeContext(): CodeContext {
  let fence: string | null = null;
  let head = '';
  let previous = '';
  let visible = '';
  let quotes = 0;
  /** Backticks right before, and those that opened a span which is not closed yet. */
  let run = 0;
  let openRun = 0;

  const endLine = () => {
    fence = fenceAfter(fence, head);
    head = '';
    previous = '';
    visible = '';
    quotes = 0;
    run = 0;
    openRun = 0;
  };
  /** What is open if the run of backticks ends here. */
  const openNow = () => {
    if (run === 0) return openRun;
    if (openRun === 0) return run;
    return openRun === run ? 0 : openRun;
  };
  const isIndented = () => visible === '' && head.replaceAll('\t', '    ').length >= CODE_INDENT;
  const isOdd = (mark: string) => mark !== '"' || quotes % 2 === 1;
  return {
    take(character) {
      if (character === '\n') return endLine();
      if (head.length < HEAD_CHARACTERS) head += character;
      if (character === '`') run += 1;
      else {
        openRun = openNow();
        run = 0;
      }
      if (character === '"') quotes += 1;
      previous = character;
      if (character.trim() !== '') visible = character;
    },
    takeRun(characters) {
      head += characters.slice(0, Math.max(0, HEAD_CHARACTERS - head.length));
      openRun = openNow();
      run = 0;
      previous = characters.at(-1) ?? previous;
      visible = characters.trimEnd().at(-1) ?? visible;
    },
    isCode: () => fence !== null || openNow() > 0 || isIndented(),
    isFence: () => fence !== null,
    isInline: () => openNow() > 0,
    isLineStart: () => visible === '',
    isItemStart: () => ITEM.test(head),
    before: () => previous,
    lastVisible: () => visible,
    isQuoted: (after) => previous !== '' && pairs.get(previous) === after && isOdd(previous),
  };
}

/** The fence that is open after this line. */
function fenceAfter(open: string | null, line: string): string | null {
  const [, marks = '', rest = ''] = FENCE.exec(line) ?? [];
  if (marks === '') return open;
  // With a backtick after them, the marks are an inline span.
  if (open === null) return marks.startsWith('`') && rest.includes('`') ? null : marks;
  const isEnd = marks.startsWith(open) && rest.trim() === '';
  return isEnd ? null : open;
}
