/** Finds in a folded text, and says where that is in the text as it is written. */
import { foldText } from './search-text';

const ASCII = /^[\0-\x7f]*$/;

interface Folded {
  readonly folded: string;
  /** Where each character of it begins in the text, and where it ends there. */
  readonly startOf: (index: number) => number;
  readonly endOf: (index: number) => number;
}

/** The folded text (`foldText`), with the place of each of its characters in the text as written. */
export function foldWithPlaces(text: string): Folded {
  if (ASCII.test(text))
    return { folded: foldText(text), startOf: (index) => index, endOf: (index) => index + 1 };
  return foldByLetter(text);
}

/** A letter with its marks; plain ones that follow each other are taken together. */
const LETTERS = /[\0-\x7f]+(?![\p{M}])|.\p{M}*/gsu;

/** A letter is folded by itself, so that each character of the result knows where it comes from. */
function foldByLetter(text: string): Folded {
  const starts: number[] = [];
  const ends: number[] = [];
  let folded = '';
  for (const { 0: letters, index } of text.matchAll(LETTERS)) {
    const plain = foldText(letters);
    const isPlain = plain.length === letters.length;
    folded += plain;
    for (let at = 0; at < plain.length; at += 1) {
      starts.push(isPlain ? index + at : index);
      ends.push(
        isPlain && letters.length > 1 && ASCII.test(letters) ? index + at + 1 : index + letters.length,
      );
    }
  }
  return { folded, startOf: (index) => starts[index] ?? 0, endOf: (index) => ends[index] ?? text.length };
}
