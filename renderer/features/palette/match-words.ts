import { foldText, isUnspaced } from '../../../shared/text/search-text';

interface Findable {
  readonly label: string;
  /** Other words by which it is found. */
  readonly also?: string;
}

/**
 * The entries that have a word beginning with each typed word; those whose label begins so come first; pure.
 *
 * The order is otherwise kept, so that the same words always give the same list.
 */
export function matchWords<Item extends Findable>(items: readonly Item[], typed: string): readonly Item[] {
  const words = foldText(typed).split(/\s+/).filter(Boolean);
  const [first] = words;
  if (first === undefined) return items;
  const placeOf = ({ label, also = '' }: Item): number => {
    const name = foldText(label);
    const all = `${name} ${foldText(also)}`;
    if (!words.every((word) => beginsAWord(all, word))) return -1;
    if (name.startsWith(first)) return 0;
    return beginsAWord(name, first) ? 1 : 2;
  };
  return items
    .map((item) => ({ item, place: placeOf(item) }))
    .filter(({ place }) => place >= 0)
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}

/** Also after punctuation, as in `(credits)` or `sandbox/eliza`; anywhere in scripts without spaces. */
function beginsAWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (at === 0 || isUnspaced(word) || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1))) return true;
  }
  return false;
}
