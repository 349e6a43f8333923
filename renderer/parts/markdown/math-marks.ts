/**
 * Converts the ways in which models mark formulas to the one that the renderer reads (`$$`).
 *
 * Most write `\(x\)` and `\[x\]`, many `$x$`. A single dollar is a price more often than a formula, so it counts only
 * where what it encloses looks like one.
 */

/**
 * Where a text holds code, as parts of a regular expression: what reads marks of its own leaves these out. They are the
 * first two groups of the expression, whose references count from its beginning.
 */
export const fencedCode = '(?:^|\\n)[ \\t]*(`{3,}|~{3,})[\\s\\S]*?(?:\\n[ \\t]*\\1[`~]*[ \\t]*(?=\\n|$)|$)';
export const inlineCode = '(?<!`)(`+)(?!`)(?:[^`]|(?!(?<!`)\\2(?!`))`)*?(?<!`)\\2(?!`)';

/** Longer than any formula; keeps the search for an end short. */
const longest = 4_000;

const block = '\\$\\$[ \\t]*\\n[\\s\\S]*?\\n[ \\t>]*\\$\\$(?=[ \\t]*(?:\\n|$))';
/** Still arriving. */
const openBlock = '(?<=(?:^|\\n)[ \\t>]*)\\$\\$[ \\t]*\\n[\\s\\S]*$';
/** Three and more are a sign of prices, as a guide to restaurants writes them. */
const manyDollars = '(?<![\\\\$])([$]{3,})';
const doubleDollar = `(?<![\\\\$])\\$\\$(?!\\$)([^$]{1,${longest}}?)\\$\\$(?!\\$)`;
const loneDollars = '(?<![\\\\$])(\\$\\$)(?!\\$)';
const displayed = `(?<!\\\\)\\\\\\[([\\s\\S]{1,${longest}}?)(?<!\\\\)\\\\\\]`;
const inline = `(?<!\\\\)\\\\\\(([\\s\\S]{1,${longest}}?)(?<!\\\\)\\\\\\)`;
/** A letter that a formula can't stand right beside; in scripts without spaces words stand there. */
const besideWord = '(?![\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Thai}])\\p{L}';
/** Not `${NAME}`, `$_GET` or `$('#id')`: what a program writes behind its dollars, at either end. */
const singleDollar = `(?<![\\\\$\\p{N}]|${besideWord})\\$(?![\\s$]|\\{\\w+\\}|_[A-Z]|\\(['"\`])([^$\\n]{1,300}?)(?<![\\s\\\\])\\$(?![$\\p{N}{(_['"\`]|${besideWord})`;

const complete = [manyDollars, doubleDollar, loneDollars, displayed, inline, singleDollar];
const before = [fencedCode, inlineCode, block];
const parts = new RegExp([...before, ...complete].join('|'), 'gu');
const growingParts = new RegExp([...before, openBlock, ...complete].join('|'), 'gu');

/**
 * The text with every formula marked by `$$`, and every other `$$` as signs; code is not changed.
 * @param isGrowing whether a formula at the end may still be arriving
 */
export function withMathMarks(text: string, isGrowing = false): string {
  if (!/[$]|\\[([]/.test(text)) return text;
  let marked = '';
  let from = 0;
  const marks = isGrowing ? growingParts : parts;
  marks.lastIndex = 0;
  for (let found = marks.exec(text); found !== null; found = marks.exec(text)) {
    const { taken, written } = markOf(found, text);
    marked += text.slice(from, found.index) + written;
    from = found.index + taken;
    marks.lastIndex = from;
  }
  return marked + text.slice(from);
}

/** How much of a place is read, and what is written for it. */
function markOf(found: RegExpExecArray, text: string): { taken: number; written: string } {
  const [whole, , , many, doubled, lone, display, words, priced] = found;
  const all = (written: string) => ({ taken: whole.length, written });
  if (many !== undefined || lone !== undefined) return all(whole.replaceAll('$', '\\$'));
  if (doubled !== undefined) {
    // Its end may be the beginning of another one.
    return isFormula(doubled) ? all(ofLine(doubled, text, found.index)) : { taken: 2, written: '\\$\\$' };
  }
  if (display !== undefined) return all(displayFormula(whole, display, text, found.index));
  if (words !== undefined) return all(isOneParagraph(words) ? `$$${words.trim()}$$` : whole);
  return all(priced !== undefined && looksLikeMath(priced) ? `$$${priced}$$` : whole);
}

const isFormula = (source: string) =>
  isOneParagraph(source) && !/^\s*[)\]},.;:]/.test(source) && looksLikeMath(source);

/** Of several lines and alone, it is a block: else the renderer takes its first line for a name. */
function ofLine(source: string, text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const indent = text.slice(start, offset);
  return source.includes('\n') && indent.trim() === ''
    ? `$$\n${indent}${source.trim()}\n${indent}$$`
    : `$$${source}$$`;
}

/** Whether a line begins a formula that ends on a later one. */
export function opensFormula(line: string): boolean {
  const rest = /^ {0,3}\$\$(?!\$)((?:(?!\$\$).)*)$/.exec(line)?.[1];
  return rest !== undefined && (rest.trim() === '' || isFormula(rest));
}

const isOneParagraph = (source: string) => source.trim() !== '' && !/\n[ \t]*\n/.test(source);

/** On its own lines it is a block, with its indentation, so that it stays in its list; within a line it is inline. */
function displayFormula(whole: string, source: string, text: string, offset: number): string {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const indent = text.slice(lineStart, offset);
  const isAlone = indent.trim() === '' && /^[ \t]*(?:\n|$)/.test(text.slice(offset + whole.length));
  if (!isOneParagraph(source) || hasLink.test(source)) return whole;
  if (isAlone) return `$$\n${indent}${source.trim()}\n${indent}$$`;
  return looksLikeMath(source) ? `$$${source.trim()}$$` : whole;
}

/** Brackets that are meant as brackets may hold a link. */
const hasLink = /:\/\/|\]\((?:[#/.]|mailto:)/;
const mathSigns = /[\\^_=<>]/;
const prices = /[€£¥₹₽]/;
const shortWords = /^[\dA-Za-z\s+\-*/(),.|!:']+$/;

/** Characters that prose and prices lack, or only short names, numbers and operators. */
function looksLikeMath(source: string): boolean {
  if (prices.test(source) || hasLink.test(source)) return false;
  if (mathSigns.test(source)) return true;
  return shortWords.test(source) && /[A-Za-z]/.test(source) && !/[A-Za-z]{3}/.test(source);
}
