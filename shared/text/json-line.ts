/** JSON on one line, for every program that reads lines. */

/**
 * Some programs end a line at these too, such as Python’s `splitlines`, and a terminal takes C1 controls for commands.
 * Halves of surrogate pairs and the controls below are escaped by JSON itself.
 */
const elsewhereLineEnds = /[\p{Cc}\u2028\u2029]/gu;

export const jsonLine = (value: unknown): string =>
  JSON.stringify(value).replace(
    elsewhereLineEnds,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
