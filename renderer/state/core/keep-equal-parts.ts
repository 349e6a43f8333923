/**
 * A record that comes by event is new in all its parts, also in those that say the same as before. What is drawn from such
 * a part only would be drawn again for nothing.
 */

/** The newer record, with every part of the older one that is equal to its own. */
export function keepEqualParts<Record extends object>(older: Record | undefined, newer: Record): Record {
  const before = new Map<string, unknown>(Object.entries(older ?? {}));
  const parts = Object.entries(newer).map(([name, part]) => {
    const known = before.get(name);
    return [name, isEqual(known, part) ? known : part];
  });
  return Object.fromEntries(parts) as Record;
}

/** Both are JSON, and a core writes the parts of its records in the same order each time. */
const isEqual = (one: unknown, other: unknown): boolean =>
  one === other || (isObject(one) && isObject(other) && JSON.stringify(one) === JSON.stringify(other));

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;
