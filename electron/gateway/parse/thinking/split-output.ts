/** The text and the reasoning of a reply, as the splitter separates them. Blanks around reasoning belong to neither. */

/** A stretch of the reply. */
export interface SplitPiece {
  readonly type: 'text' | 'reasoning';
  readonly text: string;
}

/** What a piece of the reply added; with `isWhole`, both texts from their beginning. */
export interface SplitStep {
  readonly text: string;
  readonly reasoning: string;
  readonly isWhole?: boolean;
  /** What was added, in its order; of no meaning with `isWhole`. */
  readonly pieces: readonly SplitPiece[];
}

export interface SplitOutput {
  text(piece: string): void;
  reasoning(piece: string): void;
  /** Thinking begins or ends here. */
  mark(): void;
  /** All of the text so far was thinking. */
  moveText(clean: (text: string) => string): void;
  /** The reasoning so far was the text, between these. */
  restore(around: { readonly before: string; readonly behind: string }): void;
  /** No text came since the beginning or the last mark. */
  isFresh(): boolean;
  /** There is a text that shows. */
  hasText(): boolean;
  /** What was added since the last call. */
  take(): SplitStep;
  /** Gives up what was held back. */
  end(): void;
}

/** Blanks for a reader, which `trim` keeps. */
const zeroWidths = /[\u200b\u2060]/g;

/** Blanks at a reply's beginning are held back, since thinking may follow them; but no more than these. */
const MOST_HELD = 200;

export function createSplitOutput(): SplitOutput {
  let [text, reasoning] = ['', ''];
  let pieces: SplitPiece[] = [];
  let isWhole = false;
  /** Blanks at the beginning of the text, and at the end of the reasoning. */
  let [lead, trail] = ['', ''];
  let isStart = true;
  let isFresh = true;
  let isAfterMark = false;
  /** The text that a closing tag took away, as it was. */
  let moved: string | null = null;

  const addText = (piece: string) => {
    if (piece === '') return;
    text += piece;
    pieces.push({ type: 'text', text: piece });
    isStart = false;
  };
  const addReasoning = (piece: string) => {
    reasoning += piece;
    pieces.push({ type: 'reasoning', text: piece });
  };
  const addBlock = (piece: string) => {
    if (reasoning !== '') addReasoning('\n\n');
    addReasoning(piece);
  };
  return {
    text(piece) {
      const isBlank = piece.replace(zeroWidths, '').trim() === '';
      if (isFresh && isAfterMark && isBlank) return;
      if (isStart && isBlank && lead.length < MOST_HELD) {
        lead += piece;
        return;
      }
      // What stood on two sides of a mark is not one word.
      addText(isFresh && isAfterMark ? gapAfter(text) + piece.trimStart() : lead + piece);
      lead = '';
      isFresh &&= isBlank;
    },
    reasoning(piece) {
      if (piece.trim() === '') {
        trail += isFresh ? '' : piece;
        return;
      }
      const shown = piece.trimEnd();
      if (isFresh) addBlock(shown.trimStart());
      else addReasoning(trail + shown);
      trail = piece.slice(shown.length);
      isFresh = false;
    },
    mark() {
      [lead, trail] = ['', ''];
      [isFresh, isAfterMark] = [true, true];
    },
    moveText(clean) {
      moved = text;
      addBlock(clean(text).trim());
      [text, isWhole, isStart] = ['', true, true];
      this.mark();
    },
    restore({ before, behind }) {
      text = `${before}${moved ?? reasoning + trail}${behind}`;
      [reasoning, isWhole, isStart] = ['', true, false];
    },
    isFresh: () => isFresh,
    hasText: () => !isStart,
    take() {
      const step = isWhole ? { text, reasoning, isWhole, pieces: [] } : stepOf(pieces);
      [pieces, isWhole] = [[], false];
      return step;
    },
    end() {
      addText(lead);
      lead = '';
    },
  };
}

function stepOf(pieces: readonly SplitPiece[]): SplitStep {
  const added = { text: '', reasoning: '' };
  for (const { type, text } of pieces) added[type] += text;
  return { ...added, pieces };
}

/** What is missing to a blank line behind the text. */
const gapAfter = (text: string): string =>
  text === '' || text.endsWith('\n\n') ? '' : text.endsWith('\n') ? '\n' : '\n\n';
