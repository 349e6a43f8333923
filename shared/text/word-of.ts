/**
 * Any value of a file that somebody else wrote as `String` makes it; as JSON where `String` throws, which it does for an
 * object whose own `toString` isn’t a function.
 */
export function wordOf(value: unknown): string {
  try {
    return String(value);
  } catch {
    return JSON.stringify(value) ?? '';
  }
}
