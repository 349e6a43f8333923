/** Two columns whose lines are drawn in turn, left and right: read row by row, each sentence would end in another one. */
import { around, type Line, type Word } from './page-lines';

/** Rows of a table may have two cells; so many rows of long texts are columns. */
const LEAST_ROWS = 5;
const LEAST_CHARACTERS = 25;
const LEAST_WORDS = 4;

interface Run {
  /** The gap between the columns. */
  left: number;
  right: number;
  rows: number;
  readonly sides: readonly [Word[][], Word[][]];
}

/** Lines of such columns one column after the other; all others as they are. */
export function withColumns(lines: readonly Line[]): readonly Line[] {
  const ordered: Line[] = [];
  for (let at = 0; at < lines.length; ) {
    const [run, end] = runFrom(lines, at);
    if (run !== null && isProse(run)) {
      for (const side of run.sides) for (const words of side) ordered.push(lineOfWords(words));
      at = end;
    } else {
      const line = lines[at];
      if (line !== undefined) ordered.push(line);
      at += 1;
    }
  }
  return ordered;
}

function runFrom(lines: readonly Line[], start: number): readonly [Run | null, number] {
  const first = lines[start];
  const gap = first === undefined ? null : widestGap(first);
  if (gap === null) return [null, start];
  const run: Run = { ...gap, rows: 0, sides: [[], []] };
  let at = start;
  for (; at < lines.length; at += 1) {
    const line = lines[at];
    if (line === undefined || !takes(run, line, lines[at - 1], at > start)) break;
  }
  return [run, at];
}

/** @returns whether the line lies on both sides of the gap, or on one of them, below the line before */
function takes(run: Run, line: Line, before: Line | undefined, isNext: boolean): boolean {
  const { box, words } = line;
  if (box === null || (isNext && (before?.box?.bottom ?? 0) <= box.bottom)) return false;
  const middle = (run.left + run.right) / 2;
  const sides = [
    words.filter(({ right }) => right <= middle),
    words.filter(({ left }) => left >= middle),
  ] as const;
  if (sides[0].length + sides[1].length < words.length) return false;
  const left = Math.max(run.left, ...sides[0].map((word) => word.right));
  const right = Math.min(run.right, ...sides[1].map((word) => word.left));
  if (right - left < (box.top - box.bottom) * LEAST_GAP) return false;
  run.left = left;
  run.right = right;
  if (sides[0].length > 0 && sides[1].length > 0) run.rows += 1;
  for (const at of [0, 1] as const) if (sides[at].length > 0) run.sides[at].push([...sides[at]]);
  return true;
}

/** Of the height of a line. */
const LEAST_GAP = 0.8;

function widestGap({ words, box }: Line): { readonly left: number; readonly right: number } | null {
  const least = box === null ? Number.POSITIVE_INFINITY : (box.top - box.bottom) * LEAST_GAP;
  let widest: { readonly left: number; readonly right: number } | null = null;
  for (const [at, word] of words.entries()) {
    const next = words[at + 1];
    if (next === undefined || next.left - word.right < least) continue;
    if (widest === null || next.left - word.right > widest.right - widest.left)
      widest = { left: word.right, right: next.left };
  }
  return widest;
}

function isProse({ rows, sides }: Run): boolean {
  return (
    rows >= LEAST_ROWS &&
    sides.every((side) => {
      const texts = side.map((words) => textOf(words));
      const mean = (of: (text: string) => number) =>
        texts.reduce((sum, text) => sum + of(text), 0) / texts.length;
      return (
        mean((text) => text.length) >= LEAST_CHARACTERS &&
        mean((text) => text.split(/\s+/).length) >= LEAST_WORDS
      );
    })
  );
}

/** Words that touch are one: letters may be drawn one by one. */
const textOf = (words: readonly Word[]): string =>
  words
    .map(({ text, left, top, bottom }, at) => {
      const before = words[at - 1];
      const isApart = before !== undefined && left - before.right > (top - bottom) * 0.1;
      return isApart && !/\s$/.test(before.text) ? ` ${text}` : text;
    })
    .join('');

const lineOfWords = (words: readonly Word[]): Line => ({ text: textOf(words), words, box: around(words) });
