/**
 * The words of a command line, as sh, PowerShell's and cmd's "Copy as cURL" of browsers write them. Nothing is run or
 * expanded: a variable stays as it is written.
 */
export function shellWords(text: string): readonly string[] {
  const line = text.replace(/(?:\\|\^|`)\r?\n/g, ' ');
  const words: string[] = [];
  let word: string | null = null;
  for (const { 0: token, groups = {} } of line.matchAll(PIECE)) {
    if (/^\s/.test(token)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? '') + textOf(token, groups);
  }
  return word === null ? words : [...words, word];
}

const PIECE =
  /\s+|\$'(?<ansi>(?:\\[\s\S]|[^'\\])*)'|'(?<single>[^']*)'|"(?<double>(?:\\[\s\S]|[^"\\])*)"|\\(?<escaped>[\s\S])|[^\s'"\\]+|['"\\$]/g;

function textOf(token: string, { ansi, single, double, escaped }: Record<string, string | undefined>) {
  if (ansi !== undefined) return ansi.replace(/\\([\s\S])/g, (_, letter) => controls[letter] ?? letter);
  if (double !== undefined) return double.replace(/\\(["\\$`])/g, '$1');
  return single ?? escaped ?? token;
}

const controls: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };
