/** Breaks a text into lines and finds the largest size at which it fills its space. */
import type { Context, Size } from '../art/drawing';
import { isDrawable, setFont } from '../art/fonts';

export interface Lines {
  readonly lines: readonly string[];
  /** Pixels. */
  readonly size: number;
  readonly lineHeight: number;
}

/** Stands for a character no font here can draw. */
const STAND_IN = '●';
const MAX_CHARACTERS = 240;
/** At the smallest size whatever does not fit is left out. */
const SMALLEST_SHARE = 0.028;

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** A prompt as it can be printed: one line, no control characters, no boxes for what is not in the fonts. */
export function printable(text: string): string {
  const plain = text
    .toWellFormed()
    // The joiner that makes one emoji of several stays; other invisible characters go.
    .replace(/(?!\u200d)[\p{Control}\p{Format}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const all = Array.from(characters.segment(plain), ({ segment }) => segment);
  const kept = all.length > MAX_CHARACTERS ? [...all.slice(0, MAX_CHARACTERS - 1), '…'] : all;
  return kept.map((character) => (isDrawable(character) ? character : STAND_IN)).join('');
}

/** The largest setting of `text` that fits into `space` at a weight. */
export function fitLines(
  context: Context,
  text: string,
  space: Size,
  weight: number,
  largest = Math.min(space.height, space.width * 0.34),
): Lines {
  let size = largest;
  const smallest = Math.min(space.width, space.height) * SMALLEST_SHARE;
  for (; size > smallest; size *= 0.93) {
    const set = setAt(context, text, space, weight, size);
    if (set.lines.length * set.lineHeight <= space.height && !set.isBroken) return set;
  }
  // Only a text with a very long word comes here: then words are broken.
  for (size = Math.min(largest, space.width * 0.16); size > smallest; size *= 0.93) {
    const set = setAt(context, text, space, weight, size);
    if (set.lines.length * set.lineHeight <= space.height) return set;
  }
  return setAt(context, text, space, weight, smallest);
}

function setAt(
  context: Context,
  text: string,
  space: Size,
  weight: number,
  size: number,
): Lines & { isBroken: boolean } {
  setFont(context, size, weight);
  context.letterSpacing = `${(-0.028 * size).toFixed(2)}px`;
  const { lines, isBroken } = breakLines(context, text, space.width);
  return { lines, size, lineHeight: size * 1.02, isBroken };
}

function breakLines(context: Context, text: string, width: number): { lines: string[]; isBroken: boolean } {
  const lines: string[] = [];
  let isBroken = false;
  let line = '';
  for (const word of text.split(' ').flatMap((one) => splitUnspaced(one))) {
    const joined = line === '' ? word.text : `${line}${word.gap}${word.text}`;
    if (context.measureText(joined).width <= width) {
      line = joined;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = breakWord(context, word.text, width);
    isBroken ||= pieces.length > 1;
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? '';
  }
  if (line !== '') lines.push(line);
  return { lines, isBroken };
}

/** Scripts written without spaces may break between any two characters. */
function splitUnspaced(word: string): { text: string; gap: string }[] {
  if (!/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}●]/u.test(word))
    return [{ text: word, gap: ' ' }];
  return Array.from(characters.segment(word), ({ segment }, index) => ({
    text: segment,
    gap: index === 0 ? ' ' : '',
  }));
}

function breakWord(context: Context, word: string, width: number): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const { segment } of characters.segment(word)) {
    if (piece !== '' && context.measureText(`${piece}${segment}`).width > width) {
      pieces.push(piece);
      piece = '';
    }
    piece += segment;
  }
  return [...pieces, piece];
}
