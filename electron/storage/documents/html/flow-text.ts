/** Text that flows, as HTML has it: any run of blanks is one, blocks are lines, and cells of a row are between tabs. */

export interface Flow {
  /** Blanks count as HTML counts them. */
  text(text: string): void;
  /** As it is written. */
  exactly(text: string): void;
  /** What follows begins a line, unless it does anyway. */
  block(): void;
  lineBreak(): void;
  /** Stands before the next text. */
  mark(mark: string): void;
  beginCell(): void;
  endCell(): void;
  endRow(): void;
}

export function createFlow(write: (text: string) => void): Flow {
  let [due, mark] = ['', ''];
  let [isEmpty, isBlankDue, isCellStart] = [true, false, false];
  /** How many lines each open cell has begun. */
  const cells: number[] = [];
  const countLine = () => {
    if (cells.length > 0) cells.push((cells.pop() ?? 0) + 1);
  };
  const put = (text: string) => {
    if (due.includes('\n') && !isCellStart) countLine();
    write(`${isEmpty ? due.replace(/^\n+/, '') : due}${mark}${text}`);
    [due, mark] = ['', ''];
    [isEmpty, isBlankDue, isCellStart] = [false, false, false];
  };
  const separate = (text: string) => {
    due = text;
    isBlankDue = false;
  };
  return {
    text(text) {
      const plain = text.replace(/\s+/g, ' ');
      const words = plain.trim();
      if (words === '') {
        isBlankDue ||= plain !== '';
        return;
      }
      const isInside = due === '' && mark === '' && !isEmpty;
      put(isInside && (isBlankDue || plain.startsWith(' ')) ? ` ${words}` : words);
      isBlankDue = plain.endsWith(' ');
    },
    exactly: (text) => void (text !== '' && put(text)),
    block: () => void (isCellStart || due.includes('\n') || separate('\n')),
    lineBreak: () => separate(due.endsWith('\n\n') ? due : `${due}\n`),
    mark(text) {
      mark = text;
    },
    beginCell() {
      cells.push(0);
      isCellStart = true;
    },
    endCell() {
      const lines = cells.pop() ?? 0;
      separate(lines === 0 && due.length < MOST_DUE ? `${isCellStart ? due : ''}\t` : '\n');
      isCellStart = false;
    },
    endRow() {
      countLine();
      separate('\n');
    },
  };
}

/** Beyond so many empty cells a row has no further values that a person put beside each other. */
const MOST_DUE = 500;
