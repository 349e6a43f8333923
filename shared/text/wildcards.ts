/**
 * Whether items fit a pattern in which a star means any number of them. Goes back only to the last star, so that no
 * pattern takes longer than its length times that of what is looked at: a regular expression of stars may take for ever.
 */
export function fits(
  pattern: readonly string[],
  items: readonly string[],
  star: string,
  fitsOne: (pattern: string, item: string) => boolean,
): boolean {
  let [at, item, lastStar, mark] = [0, 0, -1, 0];
  while (item < items.length) {
    const wanted = pattern[at];
    if (wanted === star) [lastStar, mark, at] = [at, item, at + 1];
    else if (wanted !== undefined && fitsOne(wanted, items[item] ?? '')) [at, item] = [at + 1, item + 1];
    else if (lastStar >= 0) [at, mark, item] = [lastStar + 1, mark + 1, mark + 1];
    else return false;
  }
  return pattern.slice(at).every((rest) => rest === star);
}

/** `*` means any letters, `?` one; capitals and small letters are the same. */
export function fitsWildcards(text: string, pattern: string): boolean {
  const fitsLetter = (wanted: string, letter: string) => wanted === '?' || wanted === letter;
  return fits([...pattern.toLowerCase()], [...text.toLowerCase()], '*', fitsLetter);
}
