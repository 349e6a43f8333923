/** The texts in a PowerShell script: in single and double quotes, and in here-strings. */

export const isPowerShell = (text: string): boolean =>
  /\b(?:Invoke-(?:WebRequest|RestMethod)|iwr|irm|ConvertTo-Json)\b/i.test(text);

const TEXT =
  /@'[ \t]*\r?\n([\s\S]*?)\r?\n'@|@"[ \t]*\r?\n([\s\S]*?)\r?\n"@|'((?:[^']|'')*)'|"((?:[^"`]|`[\s\S]|"")*)"|#[^\n]*|[^@'"#]+|[\s\S]/g;

export const powerShellTexts = (script: string): readonly string[] =>
  [...script.matchAll(TEXT)].flatMap(([, plainLines, lines, plain, double]) => {
    if (plainLines !== undefined) return [plainLines];
    if (plain !== undefined) return [plain.replaceAll("''", "'")];
    const text = lines ?? double?.replaceAll('""', '"');
    return text === undefined ? [] : [unescaped(text)];
  });

const letters: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', '0': '\0' };

const ESCAPE = /`u\{([\da-fA-F]{1,6})\}|\$\(\[char\](\d{1,5})\)|`([\s\S])/g;

/** Browsers write a character outside of ASCII as `$([char]233)`. */
const unescaped = (text: string): string =>
  text.replace(ESCAPE, (_, hex: string | undefined, code: string | undefined, one = '') => {
    if (code !== undefined) return String.fromCharCode(Number(code));
    return hex === undefined
      ? (letters[one as string] ?? (one as string))
      : String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff));
  });
