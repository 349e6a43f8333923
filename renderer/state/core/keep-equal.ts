/**
 * Keeps the old objects where the parts of a record are equal, so components that read only those parts don't render
 * again.
 *
 * Records are JSON, and a core writes the parts of each in the same order every time.
 */

/** The older value where both are equal, otherwise the newer one. */
export function keepEqual<Value>(older: Value | undefined, newer: Value): Value {
  return older !== undefined && JSON.stringify(older) === JSON.stringify(newer) ? older : newer;
}

/** The newer record, with every part of the older one that is equal to its own. */
export function keepEqualParts<Record extends object>(older: Record | undefined, newer: Record): Record {
  const before = new Map<string, unknown>(Object.entries(older ?? {}));
  const parts = Object.entries(newer).map(([name, part]) => [name, keepEqual(before.get(name), part)]);
  return Object.fromEntries(parts) as Record;
}
