/** How texts and what is typed to find them are written before they are compared: without case, accents and look. */

/**
 * The text as it is compared: lower case, without accents and marks that only change the look, in one form of Unicode.
 * Marks stay where they are letters of their own, as vowels of Thai and of Indian scripts are.
 */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(INVISIBLE, '')
    .replace(ACCENTED, '$1')
    .normalize('NFKC')
    .toLowerCase()
    .replace(ALONE, (letter) => alone[letter] ?? letter);
}

/**
 * The folded text with each letter of a script that is written without spaces as a word of its own, so that an index of
 * words finds any part of it: `今天job` becomes `今 天 job`.
 */
export function wordsOfText(text: string): string {
  const folded = foldText(text);
  return ASCII.test(folded) ? folded : folded.replace(UNSPACED, ' $& ').replace(SPACES, ' ');
}

/** What is typed, as its words; each may be several letters of an unspaced script, which then follow one another. */
export const searchTerms = (query: string): readonly string[] =>
  foldText(query)
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));

const ASCII = /^[\0-\x7f]*$/;

/** Soft hyphens, joiners and marks of direction: they are not seen, and a copied text holds them by chance. */
const INVISIBLE = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

const ACCENTED =
  /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}])\p{Mn}+/gu;

/** Scripts that put no spaces between words, or, as Korean, add endings to them. */
const unspaced =
  '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Bopomofo}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}\\p{scx=Tibetan}';
const UNSPACED = new RegExp(`[${unspaced}]\\p{M}*`, 'gu');
const SPACES = / {2,}/g;

/** Letters that no form of Unicode takes apart. */
const alone: Readonly<Record<string, string>> = {
  ß: 'ss',
  ς: 'σ',
  ı: 'i',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};
const ALONE = /[ßςıøđðłæœþ]/g;

const WORD = '[\\p{L}\\p{N}\\p{M}]';
/** A letter of a script that has spaces. */
const SPACED = `(?![${unspaced}])${WORD}`;
/** What an index of words passes over. */
const BETWEEN = '[^\\p{L}\\p{N}\\p{M}]*';

/**
 * Finds a typed word in a folded text as the index does: from the beginning of a word, and up to its end; anywhere in
 * scripts without spaces.
 */
export function termPattern(term: string): RegExp {
  const words = wordsOfText(term)
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter(Boolean);
  const [first = ''] = words;
  const begins = isUnspaced(first) ? '' : `(?<!${SPACED})`;
  const ends = isUnspaced(words.at(-1) ?? '') ? '' : `(?:${SPACED})*`;
  return new RegExp(`${begins}${words.join(BETWEEN)}${ends}`, 'gu');
}

const UNSPACED_FIRST = new RegExp(`^[${unspaced}]`, 'u');
/** Whether a word begins with a letter of a script without spaces: it may stand anywhere in a text. */
export const isUnspaced = (word: string): boolean => UNSPACED_FIRST.test(word);

/** Finds in a folded text, and says where that is in the text as it is written. */
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
