/** Texts between commas, as the values of `contains-any` and its kin are written. */

const quotedField = /\s*"((?:[^"\\]|""|\\[\s\S])*)"\s*(?=,|$)/y;

/**
 * `one, "two, three", four`: quotes keep a comma in its text; two quotes or a backslash write one. Texts of nothing are
 * left out. `null` where a quote is never closed or something follows it.
 */
export function splitList(value: string): readonly string[] | null {
  const fields: string[] = [];
  for (let at = 0; at < value.length; ) {
    at += /^[\s,]*/.exec(value.slice(at))?.[0].length ?? 0;
    if (at >= value.length) break;
    if (value[at] === '"') {
      quotedField.lastIndex = at;
      const found = quotedField.exec(value);
      if (found === null) return null;
      fields.push(
        (found[1] ?? '').replace(/""|\\(["\\])/g, (whole, mark?: string) => mark ?? whole[0] ?? ''),
      );
      at = quotedField.lastIndex;
    } else {
      const comma = value.indexOf(',', at);
      const end = comma === -1 ? value.length : comma;
      fields.push(value.slice(at, end).trim());
      at = end;
    }
  }
  return fields;
}
