/** Lines of a page of a PDF with their places, as the page is seen: from its pieces in the order in which they are drawn. */

/** A piece of text as pdf.js reports it. */
export interface Piece {
  readonly str?: string;
  readonly hasEOL?: boolean;
  readonly dir?: string;
  readonly transform?: readonly number[];
  readonly width?: number;
  readonly height?: number;
}

/** Seen upright: y grows upwards. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
}

export interface Word extends Box {
  readonly text: string;
}

export interface Line {
  readonly text: string;
  /** `null` for one without signs, or in another direction than the page. */
  readonly box: Box | null;
  readonly words: readonly Word[];
}

/** Quarters of a turn, and `null` for a slant. */
function turnOf([a = 1, b = 0]: readonly number[]): number | null {
  const slant = Math.min(Math.abs(a), Math.abs(b));
  if (slant > 0.05 * Math.max(Math.abs(a), Math.abs(b))) return null;
  return Math.abs(a) >= Math.abs(b) ? (a >= 0 ? 0 : 2) : b > 0 ? 1 : 3;
}

const upright = (x: number, y: number, turn: number): readonly [number, number] =>
  (
    [
      [x, y],
      [y, -x],
      [-x, -y],
      [-y, x],
    ] as const
  )[turn] ?? [x, y];

/** `null` where no direction is that of most signs, or the text runs from above or from the right. */
export function linesOf(pieces: readonly Piece[]): readonly Line[] | null {
  const turn = mainTurn(pieces);
  if (turn === null) return null;
  const lines: Line[] = [];
  let held: Piece[] = [];
  for (const piece of pieces) {
    held.push(piece);
    if (piece.hasEOL !== true) continue;
    lines.push(lineOf(held, turn));
    held = [];
  }
  if (held.length > 0) lines.push(lineOf(held, turn));
  return lines;
}

function mainTurn(pieces: readonly Piece[]): number | null {
  const counts = [0, 0, 0, 0];
  let all = 0;
  for (const { str = '', dir = 'ltr', transform = [] } of pieces) {
    const length = str.trim().length;
    const turn = dir === 'ltr' ? turnOf(transform) : null;
    all += length;
    if (turn !== null) counts[turn] = (counts[turn] ?? 0) + length;
  }
  const most = Math.max(...counts);
  return most * 2 > all ? counts.indexOf(most) : null;
}

function lineOf(pieces: readonly Piece[], turn: number): Line {
  const text = pieces.map(({ str = '' }) => str).join('');
  const words = pieces.flatMap((piece) => wordOf(piece, turn) ?? []);
  const isOdd =
    words.length === 0 ||
    pieces.some(({ str = '', transform = [] }) => str.trim() !== '' && turnOf(transform) !== turn);
  return { text, words, box: isOdd ? null : around(words) };
}

function wordOf({ str = '', transform = [], width = 0, height = 0 }: Piece, turn: number): Word | null {
  if (str.trim() === '' || turnOf(transform) !== turn) return null;
  const [, , , , x = 0, y = 0] = transform;
  const [left, base] = upright(x, y, turn);
  const tall = Math.abs(height) || 1;
  return {
    text: str,
    left,
    right: left + Math.abs(width),
    bottom: base - tall * 0.2,
    top: base + tall * 0.8,
  };
}

export function around(boxes: readonly Box[]): Box | null {
  const [first, ...others] = boxes;
  if (first === undefined) return null;
  let { left, right, bottom, top } = first;
  for (const box of others) {
    left = Math.min(left, box.left);
    right = Math.max(right, box.right);
    bottom = Math.min(bottom, box.bottom);
    top = Math.max(top, box.top);
  }
  return { left, right, bottom, top };
}
