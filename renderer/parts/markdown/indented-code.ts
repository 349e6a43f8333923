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

/** What came before a line. */
interface Before {
  readonly isBlank: boolean;
  /** In a list, indentation is how a text belongs to its item. */
  readonly isList: boolean;
  /** What ends the fence that is open. */
  readonly closer: RegExp | null;
}

/** The numbers of its lines. */
function codeLines(lines: readonly string[]): ReadonlySet<number> {
  const code = new Set<number>();
  let before: Before = { isBlank: true, isList: false, closer: null };
  for (const [at, line] of lines.entries()) {
    const canBegin = before.isBlank || code.has(at - 1);
    const isCode = before.closer === null && !before.isList && canBegin && indented.test(line);
    if (isCode && line.trim() !== '') code.add(at);
    else before = afterLine(before, line);
  }
  return code;
}

function afterLine({ isBlank, isList, closer }: Before, line: string): Before {
  if (closer !== null) return { isBlank: false, isList, closer: closer.test(line) ? null : closer };
  if (line.trim() === '') return { isBlank: true, isList, closer };
  const endsList = isBlank && /^[^ \t]/.test(line);
  return { isBlank: false, isList: listItem.test(line) || (isList && !endsList), closer: closerOf(line) };
}

function closerOf(line: string): RegExp | null {
  const mark = fence.exec(line)?.[1];
  return mark === undefined ? null : new RegExp(`^[ \\t>]*${mark[0]}{${mark.length},}[ \\t]*$`);
}
