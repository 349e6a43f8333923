/**
 * JSON that can be pasted anywhere.
 *
 * Written as `\uXXXX`, which is the same text to every reader of JSON, JavaScript and Python: control characters that a
 * terminal would interpret, marks that change the text direction or break a line, and `</`, which would end a script in
 * a page.
 */
const UNSAFE = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|<(?=[/!])/g;

export function escapeUnsafe(json: string): string {
  return json.replace(UNSAFE, asEscape);
}

/** Also without `!`, which some shells replace at the prompt even between quotes. */
export function escapeForShell(json: string): string {
  return escapeUnsafe(json).replace(/!/g, asEscape);
}

function asEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
