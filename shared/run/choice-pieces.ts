/** A prompt as text and the options of its choices, read in one pass. Its grammar is in `prompt-choices.ts`. */

/** Text, or the options of a choice. */
type Piece = string | readonly string[];

/** A brace that is still open, with what is between the bars behind it. */
interface Open {
  /** Where its content begins. */
  readonly from: number;
  readonly alternatives: Piece[][];
}

const mostOptions = 1_000;
const deepest = 10;
/** Variables stay text wherever they are; a row of braces is read as one. */
const mark = /\\[{}|]|\{\{[^{}\n]*\}\}|\{\{+|\{|\}+|\||\n/g;

export function piecesOf(prompt: string): readonly Piece[] {
  const reader = new Reader(prompt);
  let from = 0;
  for (const { 0: sign, index } of prompt.matchAll(mark)) {
    reader.add(prompt.slice(from, index));
    reader.take(sign, index);
    from = index + sign.length;
  }
  reader.add(prompt.slice(from));
  return reader.finish();
}

class Reader {
  readonly #pieces: Piece[] = [];
  #open: Open[] = [];

  constructor(private readonly prompt: string) {}

  /** To the alternative that is read just now. */
  add(piece: Piece): void {
    (this.#open.at(-1)?.alternatives.at(-1) ?? this.#pieces).push(piece);
  }

  take(sign: string, at: number): void {
    const depth = this.#open.length;
    if (sign === '{') this.#begin(at + 1);
    else if (sign === '|' && depth > 0) this.#open.at(-1)?.alternatives.push([]);
    else if (sign.startsWith('}') && sign.length <= depth)
      for (let step = 0; step < sign.length; step += 1) this.#close(at + step);
    else this.#addText(sign);
  }

  #begin(from: number): void {
    if (this.#open.length === deepest) this.#giveUp();
    this.#open.push({ from, alternatives: [[]] });
  }

  #addText(sign: string): void {
    // A line ends every choice, and so does a row of braces that closes more than are open.
    if (sign === '\n' || sign.startsWith('}')) this.#giveUp();
    const isEscape = sign.startsWith('\\') && !(sign === '\\|' && this.#open.length === 0);
    this.add(isEscape ? sign.slice(1) : sign);
  }

  finish(): readonly Piece[] {
    this.#giveUp();
    return this.#pieces;
  }

  /** What is open was no choice, but text; what is inside may be one. */
  #giveUp(): void {
    const opened = this.#open;
    this.#open = [];
    for (const { alternatives } of opened) this.#pieces.push('{', ...betweenBars(alternatives));
  }

  #close(at: number): void {
    const opened = this.#open.pop();
    if (opened === undefined) return;
    const { from, alternatives } = opened;
    const inside = this.prompt.slice(from, at);
    const range = rangeOf(inside);
    if (range !== null) this.add(range);
    else if (isCode(inside)) this.add(`{${inside}}`);
    else {
      const options = alternatives.length < 2 ? null : optionsOf(alternatives);
      for (const piece of options === null ? ['{', ...betweenBars(alternatives), '}'] : [options])
        this.add(piece);
    }
  }
}

const isCode = (inside: string): boolean => /["`;]|[:=](?:\s|$)|\|\|/.test(inside);

const betweenBars = (alternatives: readonly Piece[][]): Piece[] =>
  alternatives.flatMap((pieces, index) => (index === 0 ? pieces : ['|', ...pieces]));

/** Each option once; `null` where they are too many. */
function optionsOf(alternatives: readonly (readonly Piece[])[]): readonly string[] | null {
  const options = new Set<string>();
  for (const pieces of alternatives) {
    let texts: readonly string[] = [''];
    for (const piece of pieces) {
      if (typeof piece === 'string') texts = texts.map((text) => text + piece);
      else if (texts.length * piece.length > mostOptions) return null;
      else texts = texts.flatMap((text) => piece.map((option) => text + option));
    }
    for (const text of texts) options.add(text.trim());
  }
  return options.size > mostOptions ? null : [...options];
}

/** “1..4”: each whole number, up or down. */
function rangeOf(inside: string): readonly string[] | null {
  const range = /^\s*(-?\d{1,6})\s*\.\.\s*(-?\d{1,6})\s*$/.exec(inside);
  const [from, to] = [Number(range?.[1]), Number(range?.[2])];
  const length = Math.abs(to - from) + 1;
  if (range === null || length > mostOptions) return null;
  const step = from <= to ? 1 : -1;
  return Array.from({ length }, (_, index) => String(from + index * step));
}
