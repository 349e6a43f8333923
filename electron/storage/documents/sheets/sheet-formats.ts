/** What the format of a cell adds to its number (ECMA-376, part 1, 18.8.31): a currency, a unit, zeros in front, words. */

interface Section {
  readonly holds: ((number: number) => boolean) | null;
  readonly before: string;
  readonly behind: string;
  /** Without one it is words alone. */
  readonly hasNumber: boolean;
  /** Digits that are shown at least. */
  readonly zeros: number;
  /** `000-00-0000`: where other signs stand between the digits. */
  readonly mask: string;
  readonly factor: number;
}

export type NumberFormat = readonly Section[];

type Token = readonly [kind: 'word' | 'digit' | 'mark' | 'end' | 'number' | 'condition', text: string];

const TOKEN =
  /"([^"]*)"|\\(.)|[_*].|\[\$([^\][-]*)(?:-[^\][]*)?\]|\[([<>=]{1,2}-?[\d.]+)\]|\[[^\][]*\]|(general)|([0#?])|([.,@]|e[+-])|(;)|(.)/gis;

function* tokensOf(code: string): Generator<Token> {
  for (const [all, quoted, escaped, currency, condition, general, digit, mark, end, other] of code.matchAll(
    TOKEN,
  )) {
    const word = quoted ?? escaped ?? currency ?? other;
    if (word !== undefined) yield ['word', word];
    else if (condition !== undefined) yield ['condition', condition];
    else if (general !== undefined) yield ['number', general];
    else if (digit !== undefined) yield ['digit', digit];
    else if (mark !== undefined) yield ['mark', mark];
    else if (end !== undefined) yield ['end', all];
  }
}

/** Programs take 255 signs. */
export const MOST_CODE = 500;

export function numberFormat(code: string): NumberFormat {
  const sections: Token[][] = [[]];
  for (const token of tokensOf(code.slice(0, MOST_CODE)))
    if (token[0] === 'end') sections.push([]);
    else sections.at(-1)?.push(token);
  return sections.map(sectionOf);
}

function sectionOf(tokens: readonly Token[]): Section {
  const isNumber = ([kind]: Token) => kind === 'digit' || kind === 'number';
  const [first, last] = [tokens.findIndex(isNumber), tokens.findLastIndex(isNumber)];
  const words = (some: readonly Token[]) =>
    some.map(([kind, text]) => (kind === 'word' ? text : '')).join('');
  const inner = first < 0 ? [] : tokens.slice(first, last + 1);
  const behind = first < 0 ? [] : tokens.slice(last + 1);
  const thousands = behind.findIndex(([, text]) => text !== ',');
  const power = thousands < 0 ? behind.length : thousands;
  const percents = tokens.filter(([kind, text]) => kind === 'word' && text === '%').length;
  const [before, after] = [words(first < 0 ? tokens : tokens.slice(0, first)), words(behind)];
  return {
    holds: conditionOf(tokens),
    hasNumber: first >= 0,
    ...(isPlain(inner)
      ? { before: '', behind: '', zeros: 1, mask: '', factor: 1 }
      : { before, behind: after, ...digitsOf(inner), factor: 100 ** percents / 1_000 ** power }),
  };
}

/** Fractions and powers of ten are shown as the number that they are. */
const isPlain = (inner: readonly Token[]): boolean =>
  inner.some(([kind, text]) => (kind === 'word' && text === '/') || /^e/i.test(kind === 'mark' ? text : ''));

function digitsOf(inner: readonly Token[]) {
  const point = inner.findIndex(([, text]) => text === '.');
  const whole = point < 0 ? inner : inner.slice(0, point);
  // Blanks between digits only make them easier to read.
  const hasWords = inner.some(([kind, text]) => kind === 'word' && text.trim() !== '');
  const isMask = hasWords && point < 0 && inner.every(([kind]) => kind === 'word' || kind === 'digit');
  return {
    zeros: whole.filter(([kind, text]) => kind === 'digit' && text === '0').length,
    mask: isMask
      ? inner.map(([kind, text]) => (kind === 'digit' ? '0' : text.replaceAll('0', ''))).join('')
      : '',
  };
}

function conditionOf(tokens: readonly Token[]): Section['holds'] {
  const text = tokens.find(([kind]) => kind === 'condition')?.[1] ?? '';
  const [, sign = '', bound = ''] = /^([<>=]{1,2})(.*)$/.exec(text) ?? [];
  if (sign === '') return null;
  const limit = Number(bound);
  return (number) =>
    (sign.includes('<') && number < limit) ||
    (sign.includes('>') && number > limit) ||
    (sign !== '<>' && sign.includes('=') && number === limit);
}

/** The first section is for all numbers that no other one is for: the second for those below zero, the third for zero. */
function sectionFor(format: NumberFormat, number: number): Section | undefined {
  const [first, second, third] = format;
  if (format.some(({ holds }) => holds !== null))
    return format.find(({ holds }) => holds === null || holds(number)) ?? first;
  const own = number < 0 ? second : number === 0 ? third : undefined;
  return own ?? first;
}

/** @param text the number with all its digits */
export function formatted(text: string, number: number, format: NumberFormat): string {
  const section = sectionFor(format, number);
  if (section === undefined) return text;
  if (!section.hasNumber) return section.before.trim() || text;
  const { factor, zeros, mask } = section;
  const scaled = factor === 1 ? text : String(Number((number * factor).toPrecision(15)));
  const digits = scaled.replace(/^-/, '');
  // Brackets or colors say that it is below zero: a sign says it to everybody.
  const isOwn = number < 0 && section !== format[0];
  const bare = (words: string) => (isOwn ? words.replace(/[()\u2212-]/g, '') : words);
  const [before, behind] = [bare(section.before), bare(section.behind)];
  return `${scaled.startsWith('-') ? '-' : ''}${before.trimStart()}${masked(digits, zeros, mask)}${behind.trimEnd()}`;
}

function masked(digits: string, zeros: number, mask: string): string {
  if (!/^\d+(?:\.\d+)?$/.test(digits)) return digits;
  const [whole = '', part] = digits.split('.', 2);
  const padded = whole.padStart(Math.min(zeros, 100), '0');
  if (mask !== '' && part === undefined) return spread(padded, mask);
  return part === undefined ? padded : `${padded}.${part}`;
}

/** From the last digit on, as what has more digits than places keeps them in front. */
function spread(digits: string, mask: string): string {
  let [text, at] = ['', digits.length];
  for (const sign of [...mask].reverse()) {
    if (sign !== '0') text = `${sign}${text}`;
    else if (at > 0) text = `${digits[--at]}${text}`;
  }
  return `${digits.slice(0, at)}${text}`;
}
