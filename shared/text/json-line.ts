/** JSON on one line, for every program that reads lines. */

/**
 * Some programs end a line at these too, such as Python’s `splitlines`, and a terminal takes C1 controls for commands.
 * The controls below are escaped by JSON itself.
 */
const elsewhereLineEnds = /[\p{Cc}\u2028\u2029]/gu;

/** Half of a surrogate pair as JSON escapes it: many readers, such as jq, refuse the whole line for it. */
const loneHalf = /(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g;

export const jsonLine = (value: unknown): string =>
  JSON.stringify(value)
    .replace(loneHalf, '$1\uFFFD')
    .replace(elsewhereLineEnds, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
