/** Whether a text is JSON of the same value; the order of fields does not matter. */
export function sameJson(value: unknown, text: string): boolean {
  try {
    return sameValue(value, JSON.parse(text));
  } catch {
    return false;
  }
}

export function sameValue(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  return names.every(
    (name) =>
      Object.hasOwn(other, name) &&
      sameValue((one as Record<string, unknown>)[name], (other as Record<string, unknown>)[name]),
  );
}

/** Whether everything that is wanted is there; fields may be more, lists may not. */
export function hasValue(given: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted))
    return (
      Array.isArray(given) &&
      given.length === wanted.length &&
      wanted.every((one, at) => hasValue(given[at], one))
    );
  if (typeof wanted !== 'object' || wanted === null) return sameValue(given, wanted);
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return false;
  return Object.entries(wanted).every(
    ([name, one]) => Object.hasOwn(given, name) && hasValue((given as Record<string, unknown>)[name], one),
  );
}
