import { visit } from 'jsonc-parser';

/**
 * A name that an object of a JSON text has twice, of which readers take the last; `null` where none has.
 * The text may be cut off or broken.
 */
export function duplicateName(text: string): string | null {
  const open: Set<string>[] = [];
  let found: string | null = null;
  try {
    visit(text, {
      onObjectBegin: () => void open.push(new Set()),
      onObjectProperty(name) {
        const names = open.at(-1);
        if (names?.has(name)) found ??= name;
        names?.add(name);
      },
      onObjectEnd: () => void open.pop(),
    });
  } catch {
    // Nested deeper than it can be walked through.
  }
  return found;
}
