/**
 * Patterns of a schema as the check reads them. Schemas are written for other languages too, and by people who escape more
 * than they need: JSON Schema doesn’t ask for the flags that make such patterns an error.
 */

/** The same pattern as JavaScript reads it with its flag for Unicode; `null` where it can't. */
export function unicodePattern(pattern: string): string | null {
  return [pattern, withoutNeedlessEscapes(pattern)].find(isReadable) ?? null;
}

/** Of Python, PCRE or Rust: a gateway may take it, the check can't. */
export const isOfOtherLanguage = (pattern: string): boolean =>
  /\(\?(?:[a-zA-Z]+(?:-[a-zA-Z]+)?[):]|P[<=>]|#|>|\()|\\[AZzGhRX]|[*+?}]\+|\[\[:\w+:\]/.test(pattern);

function isReadable(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}

const PIECE = /\\([\s\S])|\[|\]|-|[^\\[\]-]+/g;

/** `\-` and `\_` are the character itself, and so is a `-` beside a class such as `\w`. */
function withoutNeedlessEscapes(pattern: string): string {
  let isInClass = false;
  return pattern.replace(PIECE, (piece, escaped: string | undefined, at: number) => {
    if (piece === '[' && !isInClass) isInClass = true;
    else if (piece === ']') isInClass = false;
    else if (escaped !== undefined) return isInClass && escaped === '-' ? piece : withoutNeed(piece, escaped);
    else if (piece === '-' && isInClass && isBesideClass(pattern, at)) return '\\-';
    return piece;
  });
}

const withoutNeed = (piece: string, escaped: string): string =>
  /[\w^$\\.*+?()[\]{}|/]/.test(escaped) && escaped !== '_' ? piece : escaped;

const isBesideClass = (pattern: string, at: number): boolean =>
  /\\[dDwWsS]$/.test(pattern.slice(0, at)) || /^\\[dDwWsS]/.test(pattern.slice(at + 1));

/** The schema with its patterns as the check reads them, without those that it can't. */
export function withReadablePatterns<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(withReadablePatterns) as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  const fields = Object.entries(schema).flatMap(([name, value]): (readonly [string, unknown])[] => {
    if (name === 'pattern' && typeof value === 'string') {
      const readable = unicodePattern(value);
      return readable === null ? [] : [[name, readable]];
    }
    if (name === 'patternProperties' && typeof value === 'object' && value !== null)
      return [[name, readableKeys(value)]];
    return [[name, isData.has(name) ? value : withReadablePatterns(value)]];
  });
  return Object.fromEntries(fields) as T;
}

const readableKeys = (schemas: object): unknown =>
  Object.fromEntries(
    Object.entries(schemas).map(([pattern, one]) => [
      unicodePattern(pattern) ?? pattern,
      withReadablePatterns(one as unknown),
    ]),
  );

const isData: ReadonlySet<string> = new Set(['enum', 'const', 'default', 'examples']);
