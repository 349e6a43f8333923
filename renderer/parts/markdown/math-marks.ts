/**
 * Converts the ways in which models mark formulas to the one that the renderer reads (`$$`).
 *
 * Most write `\(x\)` and `\[x\]`, many `$x$`. A single dollar is a price more often than a formula, so it counts only
 * where what it encloses looks like one.
 */

/** Longer than any formula; keeps the search for an end short. */
const longest = 4_000;

const fencedCode = '(?:^|\\n)[ \\t]*(`{3,}|~{3,})[\\s\\S]*?(?:\\n[ \\t]*\\1[`~]*[ \\t]*(?=\\n|$)|$)';
const inlineCode = '(?<!`)(`+)(?!`)(?:[^`]|(?!(?<!`)\\2(?!`))`)*?(?<!`)\\2(?!`)';
const doubleDollar = '\\$\\$[\\s\\S]*?\\$\\$';
const displayed = `(?<!\\\\)\\\\\\[([\\s\\S]{1,${longest}}?)(?<!\\\\)\\\\\\]`;
const inline = `(?<!\\\\)\\\\\\(([\\s\\S]{1,${longest}}?)(?<!\\\\)\\\\\\)`;
const singleDollar =
  '(?<![\\\\$\\p{L}\\p{N}])\\$(?![\\s$])([^$\\n]{1,300}?)(?<![\\s\\\\])\\$(?![$\\p{L}\\p{N}])';

const parts = new RegExp(
  [fencedCode, inlineCode, doubleDollar, displayed, inline, singleDollar].join('|'),
  'gu',
);

/** The text with every formula marked by `$$`; code is not changed. */
export function withMathMarks(text: string): string {
  if (!/[$]|\\[([]/.test(text)) return text;
  return text.replace(parts, (whole, ...found) => {
    const [, , display, words, priced] = found as (string | undefined)[];
    const offset = found.find((one): one is number => typeof one === 'number') ?? 0;
    if (display !== undefined) return displayFormula(whole, display, text, offset);
    if (words !== undefined) return isOneParagraph(words) ? `$$${words.trim()}$$` : whole;
    return priced !== undefined && looksLikeMath(priced) ? `$$${priced}$$` : whole;
  });
}

const isOneParagraph = (source: string) => source.trim() !== '' && !/\n[ \t]*\n/.test(source);

/** On its own lines it is a block, with its indentation, so that it stays in its list; within a line it is inline. */
function displayFormula(whole: string, source: string, text: string, offset: number): string {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const indent = text.slice(lineStart, offset);
  const isAlone = indent.trim() === '' && /^[ \t]*(?:\n|$)/.test(text.slice(offset + whole.length));
  if (!isOneParagraph(source)) return whole;
  if (isAlone) return `$$\n${indent}${source.trim()}\n${indent}$$`;
  return looksLikeMath(source) ? `$$${source.trim()}$$` : whole;
}

const mathSigns = /[\\^_=<>]/;
const shortWords = /^[\dA-Za-z\s+\-*/(),.|!:']+$/;

/** Characters that prose and prices lack, or only short names, numbers and operators. */
function looksLikeMath(source: string): boolean {
  if (mathSigns.test(source)) return true;
  return shortWords.test(source) && /[A-Za-z]/.test(source) && !/[A-Za-z]{3}/.test(source);
}
