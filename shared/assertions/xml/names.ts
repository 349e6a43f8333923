/** What XML 1.0 calls a name, for patterns with the flag `u`: https://www.w3.org/TR/xml/#NT-Name */

const first =
  'A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}\\u{200D}\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}';
const later = `${first}.\\-0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}\\u{2040}`;

/** Without a colon, which parts a prefix from the name. */
export const plainName = `[${first}][${later}]*`;
export const name = `[:${first}][:${later}]*`;
export const space = '[ \\t\\r\\n]';

/** Tried at one place of a text: what it finds begins there. */
export const patternAt = (source: string) => new RegExp(source, 'uy');

/** What the pattern finds at this place of the text, or `null`. */
export function found(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
