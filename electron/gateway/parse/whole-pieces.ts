/**
 * A text out of the pieces of a stream. Most gateways send what is new; some send all of the text so far in each
 * piece, or once more at the end. Which it is shows only after a few pieces, so what was taken for new may be replaced.
 */
export interface PieceStep {
  readonly text: string;
  /** `text` is all of it from its beginning. */
  readonly isWhole: boolean;
}

export interface PieceReader {
  /**
   * @param kind `message` for a piece under the name of a whole reply
   * @param isLast whether its choice ends with it
   */
  push(piece: string, kind: 'delta' | 'message', isLast: boolean): PieceStep;
  end(): PieceStep;
}

/** A piece that repeats all before it and adds to it is chance where that is short, and hardly where it is this long. */
const LONG_ENOUGH = 24;
/** So many pieces in a row that each repeat all before them are no chance, from this length on. */
const ENOUGH_GROWTHS = 2;
const SHORTEST = 3;
/** A reply of two pieces that are the same is one that is sent twice, unless it is as short as a token often is. */
const SHORTEST_OF_TWO = 5;
/** The end of a text that is sent whole may change: half a character becomes one. */
const CHANGED_END = 4;

export function createPieceReader(): PieceReader {
  let text = '';
  /** The newest piece, while each repeated the one before. */
  let newest: string | null = '';
  let growths = 0;
  let pieces = 0;
  let isCumulative = false;
  let hasDeltas = false;

  const grow = (piece: string): PieceStep => {
    text += piece;
    return { text: piece, isWhole: false };
  };
  const replace = (whole: string): PieceStep => {
    text = whole;
    return { text: whole, isWhole: true };
  };
  /** The text after a piece that holds all of it. */
  const follow = (piece: string): PieceStep => {
    if (piece.startsWith(text)) return grow(piece.slice(text.length));
    if (text.startsWith(piece)) return nothing;
    const isChanged = piece.startsWith(text.slice(0, Math.max(1, text.length - CHANGED_END)));
    return isChanged ? replace(piece) : grow(piece);
  };
  /** The whole reply, after its pieces; some leave the thinking out of it. */
  const takeMessage = (whole: string): PieceStep => {
    if (whole.startsWith(text)) return grow(whole.slice(text.length));
    return text.trim().endsWith(whole.trim()) ? nothing : replace(whole);
  };
  const note = (piece: string) => {
    const isGrowth =
      newest !== null && newest !== '' && piece.length > newest.length && piece.startsWith(newest);
    if (isGrowth) growths += 1;
    newest = isGrowth || newest === '' ? piece : null;
  };
  /** Of the pieces so far, the newest holds all the others. */
  const isProven = (before: number) =>
    newest !== null &&
    (before >= LONG_ENOUGH || growths >= ENOUGH_GROWTHS) &&
    before >= SHORTEST &&
    !isOneLetter(newest);
  const take = (piece: string): PieceStep => {
    const before = newest?.length ?? 0;
    note(piece);
    if (!isProven(before)) return grow(piece);
    isCumulative = true;
    return replace(piece);
  };
  /** The whole text once more, in the piece that ends the reply. */
  const isRepeated = (piece: string) =>
    piece === text && text.length >= (pieces > 2 ? SHORTEST : SHORTEST_OF_TWO) && !isOneLetter(text);
  /** After a piece that repeats the one before and adds to it, the same once more, as the piece that ends the reply. */
  const isNewest = (piece: string) =>
    growths > 0 && piece === newest && piece.length >= SHORTEST_OF_TWO && !isOneLetter(piece);
  return {
    push(piece, kind, isLast) {
      if (piece === '') return nothing;
      pieces += 1;
      if (isLast && kind === 'message' && hasDeltas) return takeMessage(piece);
      hasDeltas ||= kind === 'delta';
      if (isCumulative) return follow(piece);
      if (isLast && isNewest(piece)) return replace(piece);
      return isLast && isRepeated(piece) ? nothing : take(piece);
    },
    end() {
      const isWhole =
        !isCumulative && growths === 1 && newest !== null && text.length - newest.length >= SHORTEST;
      return isWhole && newest !== null && !isOneLetter(newest) ? replace(newest) : nothing;
    },
  };
}

const nothing: PieceStep = { text: '', isWhole: false };

/** A line of dashes grows by what it is made of. */
const isOneLetter = (text: string): boolean => new Set(text.slice(0, 100).trim()).size <= 2;
