import { withoutPairs } from './paired-marks';

/**
 * Rules of Markdown by which marks are not read, in the order they are applied. Code keeps every character. None looks
 * beyond its line, nor twice at a part of it: a reply may be one line of a megabyte.
 */
const marksOfLines: readonly Rule[] = [
  [/^ {0,3}(#{1,6}|>+)[ \t]+/gm, ''],
  [/^([ \t]*)[-*+][ \t]+/gm, '$1'],
  [/^[ \t]*(?:\|[ \t]*)?:?-{3}[-|: \t]*$/gm, ''],
  [/!?\[([^[\]\n]*)\]\((?:[^()\n]|\([^()\n]*\))*\)/g, '$1'],
];
const escapes: Rule = [/\\([!-/:-@[-`{-~])/g, '$1'];

type Rule = readonly [RegExp, string];

const fenced = /^ {0,3}(`{3,}(?!`)|~{3,}(?!~))[^\n]*\n([\s\S]*?)(?:^ {0,3}\1[ \t]*$|(?![\s\S]))/gm;
/** More backticks than this are no mark of code. */
const codeSpan = /(?<!`)(`{1,16})(?!`)([\s\S]*?[^`])\1(?!`)/g;

/** What is read of a reply: without the marks of Markdown. An approximation, without a parser: it is run while typing. */
export function markdownAsText(markdown: string): string {
  return outside(markdown, fenced, (prose) => outside(prose, codeSpan, withoutMarks));
}

/** Changes what is outside of the matches, and takes their second group as it is. */
function outside(text: string, pattern: RegExp, change: (part: string) => string): string {
  const parts: string[] = [];
  let last = 0;
  for (const match of text.matchAll(pattern)) {
    parts.push(change(text.slice(last, match.index)), match[2] ?? '');
    last = match.index + match[0].length;
  }
  return [...parts, change(text.slice(last))].join('');
}

function withoutMarks(text: string): string {
  const lines = marksOfLines.reduce(apply, text).replace(/[^\n]+/g, withoutPairs);
  return apply(lines, escapes);
}

const apply = (text: string, [pattern, instead]: Rule): string => text.replace(pattern, instead);
