/**
 * Limits for rendering a block as markdown; what exceeds them is shown as plain text.
 *
 * Measured: the time grows with the number of markup characters in a block, and with the square of its nesting depth;
 * some thousand levels exhaust the stack. Only a hostile text exceeds these limits.
 */
const charactersAtMost = 40_000;
const signsAtMost = 6_000;
const levelsAtMost = 30;
const columnsAtMost = 120;

/** Whether a block would block the page, or break it. */
export function exceedsMarkdownLimits(text: string): boolean {
  return text.length > charactersAtMost || countSigns(text) > signsAtMost || deepest(text) > levelsAtMost;
}

const signs = /[[\]*_`~!<|$@&>\\]|www\.|:\/\//g;

function countSigns(text: string): number {
  let count = 0;
  signs.lastIndex = 0;
  while (count <= signsAtMost && signs.test(text)) count += 1;
  return count;
}

const marks = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])))+/;

/** How many quotes and lists begin on one line, or how far one is indented. */
function deepest(text: string): number {
  let most = 0;
  for (const line of text.split('\n')) {
    const begun = marks.exec(line.slice(0, 2_000))?.[0].match(/[>*+-]|\d+[.)]/g)?.length ?? 0;
    const indented = line.search(/[^ ]/) > columnsAtMost && listLike.test(line) ? levelsAtMost + 1 : 0;
    most = Math.max(most, begun, indented);
  }
  return most;
}

const listLike = /^ *(?:[-*+]|\d{1,9}[.)])[ \t]/;
