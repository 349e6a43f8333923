/** The texts of a JSON value, each with its place, so that the same place of several events can be compared. */

/** Real replies keep their texts above this; below it, texts at one place are told apart by their order. */
const MOST_LEVELS_NAMED = 12;
const MOST_LEVELS = 100;
/** A name is cut here, so that no place is longer than the texts it names. */
const NAME_CHARACTERS = 40;

/** A copy with every text changed; deeper than any reply goes, it is left as it is. */
export function mapTexts(value: unknown, change: (text: string, place: string) => string): unknown {
  const seen = new Map<string, number>();
  /** Two texts at one place, such as two choices with the same number, are distinguished by their order. */
  const unique = (place: string) => {
    const count = seen.get(place) ?? 0;
    seen.set(place, count + 1);
    return count === 0 ? place : `${place}#${count}`;
  };
  const walk = (item: unknown, place: string, level: number): unknown => {
    if (typeof item === 'string') return change(item, unique(place));
    if (typeof item !== 'object' || item === null || level > MOST_LEVELS) return item;
    const below = (name: string | number) =>
      level > MOST_LEVELS_NAMED ? place : `${place}.${String(name).slice(0, NAME_CHARACTERS)}`;
    if (Array.isArray(item))
      return item.map((one, index) => walk(one, below(numberOf(one) ?? index), level + 1));
    return Object.fromEntries(
      Object.entries(item).map(([name, one]) => [name, walk(one, below(name), level + 1)]),
    );
  };
  return walk(value, '', 0);
}

/** Replies side by side take turns in a list of one; their `index` tells them apart, not their place in the list. */
function numberOf(item: unknown): number | null {
  const index = typeof item === 'object' && item !== null && 'index' in item ? item.index : null;
  return typeof index === 'number' ? index : null;
}
