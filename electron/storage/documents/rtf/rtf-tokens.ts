/** RTF piece by piece (Rich Text Format 1.9.1). */

export type RtfToken =
  | { readonly kind: 'word'; readonly word: string; readonly number: number | null }
  | { readonly kind: 'byte'; readonly byte: number }
  | { readonly kind: 'text' | 'sign' | 'brace'; readonly text: string };

const TOKEN = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|[\r\n]+|([^\\{}\r\n]+)/giy;

/** @param text its signs are the bytes of the file */
export function* rtfTokens(text: string): Generator<RtfToken> {
  const pattern = new RegExp(TOKEN);
  while (pattern.lastIndex < text.length) {
    const at = pattern.lastIndex;
    const found = pattern.exec(text);
    if (found === null) {
      // A backslash at the very end.
      pattern.lastIndex = at + 1;
      continue;
    }
    const token = tokenOf(found);
    // Binary data follow, in which nothing is RTF.
    if (token?.kind === 'word' && token.word === 'bin') pattern.lastIndex += Math.max(0, token.number ?? 0);
    else if (token !== null) yield token;
  }
}

function tokenOf([, word, number, hex, sign, brace, text]: RegExpExecArray): RtfToken | null {
  if (word !== undefined)
    return { kind: 'word', word: word.toLowerCase(), number: number === undefined ? null : Number(number) };
  if (hex !== undefined) return { kind: 'byte', byte: Number.parseInt(hex, 16) };
  if (sign !== undefined) return { kind: 'sign', text: sign };
  if (brace !== undefined) return { kind: 'brace', text: brace };
  return text === undefined ? null : { kind: 'text', text };
}
