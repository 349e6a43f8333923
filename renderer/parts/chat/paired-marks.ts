/** The marks of Markdown that stand on both sides of a text: bold, italic, struck out. */

interface Pair {
  readonly opens: RegExp;
  readonly closes: RegExp;
}

const sides = (mark: string, sign: string): Pair => ({
  opens: new RegExp(`(?<!\\\\)${mark}(?=[^\\s${sign}])`, 'g'),
  closes: new RegExp(`(?<=[^\\s${sign}\\\\])${mark}`, 'g'),
});

/** Inside of a word, an underscore is a letter. */
const underscores = (count: number): Pair => ({
  opens: new RegExp(`(?<![\\p{L}\\p{N}\\\\])_{${count}}(?=[^\\s_])`, 'gu'),
  closes: new RegExp(`(?<=[^\\s_\\\\])_{${count}}(?![\\p{L}\\p{N}])`, 'gu'),
});

/** The longest first: the rest of a longer one is no mark by itself. */
const pairs: readonly Pair[] = [
  sides('\\*{3}', '*'),
  sides('\\*{2}', '*'),
  sides('\\*', '*'),
  sides('~~', '~'),
  ...[3, 2, 1].map(underscores),
];

/** A line without its paired marks. Each pair takes one walk along the line, however many marks have no other side. */
export const withoutPairs = (line: string): string => pairs.reduce(withoutPair, line);

function withoutPair(line: string, { opens, closes }: Pair): string {
  const ends = [...line.matchAll(closes)].map(({ index }) => index);
  const parts: string[] = [];
  let from = 0;
  let next = 0;
  for (const { index, 0: mark } of ends.length === 0 ? [] : line.matchAll(opens)) {
    if (index < from) continue;
    const begin = index + mark.length;
    while (next < ends.length && (ends[next] ?? 0) <= begin) next += 1;
    const end = ends[next];
    if (end === undefined) break;
    parts.push(line.slice(from, index), line.slice(begin, end));
    from = end + mark.length;
  }
  return [...parts, line.slice(from)].join('');
}
