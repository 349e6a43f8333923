/** Objects of JSON one behind the other, in one walk over the text: what is in a string ends no object. */

/** @returns each object as text; empty where anything else is between them, or no object ends */
export function splitObjects(text: string): readonly string[] {
  const found: string[] = [];
  let at = 0;
  for (;;) {
    while (/\s/.test(text[at] ?? '')) at += 1;
    if (at >= text.length) return found;
    if (text[at] !== '{') return [];
    const end = endOfObject(text, at);
    if (end === -1) return found;
    found.push(text.slice(at, end));
    at = end;
  }
}

/** Behind the object that begins at `start`; -1 where it doesn't end. */
function endOfObject(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') at = endOfString(text, at);
    else if (sign === '{') depth += 1;
    else if (sign === '}' && --depth === 0) return at + 1;
  }
  return -1;
}

/** Where the string that begins at `start` ends. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let first = end;
    while (text[first - 1] === '\\') first -= 1;
    if ((end - first) % 2 === 0) return end;
  }
  return text.length;
}
