/** Rules of Markdown by which marks are not read, in the order they are applied. Code keeps every character. */
const rules: readonly (readonly [RegExp, string])[] = [
  [/^ {0,3}(#{1,6}|>+)[ \t]+/gm, ''],
  [/^([ \t]*)[-*+][ \t]+/gm, '$1'],
  [/^[ \t]*\|?[ \t]*:?-{3,}:?[-|: \t]*$/gm, ''],
  [/!?\[([^\]\n]*)\]\([^)\n]*\)/g, '$1'],
  [/(\*{1,3}|~~)(?=\S)([^\n]*?\S)\1/g, '$2'],
  [/(?<![\p{L}\p{N}_])(_{1,3})(?=[^\s_])([^\n]*?[^\s_])\1(?![\p{L}\p{N}_])/gu, '$2'],
  [/\\([!-/:-@[-`{-~])/g, '$1'],
];

const fenced = /^ {0,3}(`{3,}|~{3,})[^\n]*\n([\s\S]*?)(?:^ {0,3}\1[ \t]*$|(?![\s\S]))/gm;
const codeSpan = /(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)/g;

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

const withoutMarks = (text: string): string =>
  rules.reduce((now, [pattern, instead]) => now.replace(pattern, instead), text);
