/**
 * Code that is marked by its indentation alone. What reads marks of its own in a text (formulas, addresses, blanks) has to
 * leave it out, as it would change what the code says.
 */

const indented = /^(?: {4}| {0,3}\t)/;
const listItem = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;
const fence = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})/;
/** In no text: Unicode keeps it for a program’s own use. */
const sign = '\ufdd0';

/** Does the work on a text without its indented code, which is put back as it was. */
export function besideIndentedCode(text: string, work: (text: string) => string): string {
  if (!/(?:^|\n)(?: {4}| {0,3}\t)/.test(text) || text.includes(sign)) return work(text);
  const lines = text.split('\n');
  const code = codeLines(lines);
  if (code.size === 0) return work(text);
  const held = lines.map((line, at) => (code.has(at) ? `    ${sign}${at}${sign}` : line)).join('\n');
  return work(held).replace(
    new RegExp(`    ${sign}(\\d+)${sign}`, 'g'),
    (_whole, at: string) => lines[Number(at)] ?? '',
  );
}

/** The numbers of its lines. In a list, indentation is how a text belongs to its item. */
function codeLines(lines: readonly string[]): ReadonlySet<number> {
  const code = new Set<number>();
  let [isAfterBlank, isInList, closer] = [true, false, null as RegExp | null];
  for (const [at, line] of lines.entries()) {
    if (closer !== null) {
      if (closer.test(line)) closer = null;
    } else if (line.trim() === '') isAfterBlank = true;
    else if (indented.test(line) && !isInList && (isAfterBlank || code.has(at - 1))) code.add(at);
    else {
      isInList = listItem.test(line) || (isInList && !(isAfterBlank && /^[^ \t]/.test(line)));
      isAfterBlank = false;
      const mark = fence.exec(line)?.[1];
      if (mark !== undefined) closer = new RegExp(`^[ \\t>]*${mark[0]}{${mark.length},}[ \\t]*$`);
    }
  }
  return code;
}
