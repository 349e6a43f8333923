/** The escapes of `$'…'`: characters by their letter, and bytes of UTF-8 in octal or hex as `printf %q` writes them. */

import { escapeLetters } from './literal-text';

const letters: Readonly<Record<string, string>> = { ...escapeLetters, e: '\x1b', E: '\x1b' };

const ESCAPE = /((?:\\[0-7]{1,3}|\\x[\da-fA-F]{1,2})+)|\\u([\da-fA-F]{1,4})|\\U([\da-fA-F]{1,8})|\\([\s\S])/g;

export const inDollarQuotes = (text: string): string =>
  text.replace(ESCAPE, (whole, ...[bytes, short, long, letter]: (string | undefined)[]) => {
    if (bytes !== undefined) return ofBytes(bytes);
    const code = short ?? long;
    if (code !== undefined) return ofCode(Number.parseInt(code, 16), whole);
    return letter === undefined ? whole : (letters[letter] ?? letter);
  });

const ofCode = (code: number, whole: string): string =>
  code <= 0x10ffff ? String.fromCodePoint(code) : whole;

function ofBytes(text: string): string {
  const codes = text.split('\\').slice(1);
  const bytes = codes.map((one) =>
    one.startsWith('x') ? Number.parseInt(one.slice(1), 16) : Number.parseInt(one, 8) & 0xff,
  );
  return new TextDecoder().decode(Uint8Array.from(bytes));
}
