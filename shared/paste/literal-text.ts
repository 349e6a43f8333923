/** Texts and numbers as JavaScript, JSON5 and Python write them. */

/** Where a value can't be read without running its program. */
export class LiteralRefusal extends Error {
  override readonly name = 'LiteralRefusal';
  /** @param message ends the sentence "Line 3, column 5 …" */
  constructor(
    readonly offset: number,
    message: string,
  ) {
    super(message);
  }
}

/** What a backslash and a letter mean in all of them, and in shells. */
export const escapeLetters: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  a: '\x07',
};
const letters: Readonly<Record<string, string>> = { ...escapeLetters, '0': '\0' };

const ESCAPE =
  /\\(?:\r?\n|u\{([\da-fA-F]{1,6})\}|u([\da-fA-F]{4})|x([\da-fA-F]{2})|U([\da-fA-F]{8})|([\s\S]))/g;

const unescaped = (text: string): string =>
  text.replace(ESCAPE, (whole, ...[braced, short, byte, long, letter]: (string | undefined)[]) => {
    const code = braced ?? short ?? byte ?? long;
    if (code !== undefined) {
      const point = Number.parseInt(code, 16);
      // `\u` may write half of a pair.
      return point <= 0xffff
        ? String.fromCharCode(point)
        : point <= 0x10ffff
          ? String.fromCodePoint(point)
          : whole;
    }
    return letter === undefined ? '' : (letters[letter] ?? letter);
  });

const TEXT =
  /([rbuf]{0,2})(?:"""((?:[^\\"]|\\[\s\S]|"(?!""))*)"""|'''((?:[^\\']|\\[\s\S]|'(?!''))*)'''|"((?:[^"\\\n]|\\[\s\S])*)"|'((?:[^'\\\n]|\\[\s\S])*)'|`((?:[^`\\]|\\[\s\S])*)`)/iy;

export interface ReadText {
  readonly value: string;
  readonly end: number;
}

/** A text in quotes as it is written; `null` where none begins. */
export function quotedAt(source: string, at: number) {
  TEXT.lastIndex = at;
  const [whole, prefix = '', double, single, plain, other, template] = TEXT.exec(source) ?? [];
  if (whole === undefined) return null;
  const raw = double ?? single ?? plain ?? other ?? template ?? '';
  const kind = prefix.toLowerCase();
  const isFilled =
    (template !== undefined && /(?:^|[^\\])\$\{/.test(raw)) ||
    (kind.includes('f') && /\{/.test(raw.replaceAll('{{', '')));
  return { raw, kind, isFilled, end: at + whole.length };
}

/** The text in quotes there; `null` where none begins. @throws LiteralRefusal for one that is put together as it runs */
export function textAt(source: string, at: number): ReadText | null {
  const quoted = quotedAt(source, at);
  if (quoted === null) {
    if (/["'`]/.test(source[at] ?? '')) throw new LiteralRefusal(at, 'begins a text that does not end');
    if (/[“”„‘’]/.test(source[at] ?? ''))
      throw new LiteralRefusal(at, 'has curly quotes: type straight ones');
    return null;
  }
  const { raw, kind, isFilled, end } = quoted;
  if (isFilled) throw filled(at, source.slice(at, end));
  const braced = kind.includes('f') ? raw.replaceAll('{{', '{').replaceAll('}}', '}') : raw;
  return { value: kind.includes('r') ? braced : unescaped(braced), end };
}

const filled = (at: number, whole: string) =>
  new LiteralRefusal(
    at,
    `has a text that its program fills in: ${whole.slice(0, 60)}. Put the whole text there`,
  );

const NUMBER = /[+-]?(?:0[xX][\da-fA-F_]+|(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d+)?)(?![\w.])/y;

export interface ReadNumber {
  readonly value: number;
  /** As JSON writes it, to see whether it is the same. */
  readonly token: string;
  readonly end: number;
}

export function numberAt(source: string, at: number): ReadNumber | null {
  NUMBER.lastIndex = at;
  const [whole] = NUMBER.exec(source) ?? [];
  if (whole === undefined) return null;
  const plain = whole.replaceAll('_', '').replace(/^\+/, '');
  const isHex = /^-?0x/i.test(plain);
  const value = isHex ? Number(plain.replace('-', '')) * (plain.startsWith('-') ? -1 : 1) : Number(plain);
  const token = isHex ? String(value) : plain.replace(/^(-?)\./, '$10.').replace(/\.(?=e|$)/i, '');
  return { value, token, end: at + whole.length };
}
