/** What `JSON.parse` takes without a word and would change: names given twice, numbers that no double holds, `__proto__`. */

export interface JsonFault {
  /** Of the character in the text. */
  readonly offset: number;
  /** Ends the sentence "it …". */
  readonly message: string;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|[[\]{},:]/g;

interface Open {
  /** `null` in a list. */
  readonly names: Set<string> | null;
  isName: boolean;
}

/** The first fault of a text that is valid JSON; `null` where it has none. */
export function jsonFault(text: string): JsonFault | null {
  const open: Open[] = [];
  for (const { 0: token, index: offset } of text.matchAll(TOKEN)) {
    const message = /^["\d-]/.test(token) ? faultOfValue(token, open.at(-1)) : null;
    if (message !== null) return { offset, message };
    step(token, open);
  }
  return null;
}

/** Keeps what is open around the next token. */
function step(token: string, open: Open[]): void {
  const inside = open.at(-1);
  if (token === '{') open.push({ names: new Set(), isName: true });
  else if (token === '[') open.push({ names: null, isName: false });
  else if (token === '}' || token === ']') open.pop();
  else if (inside !== undefined && token === ',') inside.isName = inside.names !== null;
  else if (inside !== undefined && token === ':') inside.isName = false;
}

function faultOfValue(token: string, inside: Open | undefined): string | null {
  if (!token.startsWith('"')) return faultOfNumber(token);
  return inside?.isName === true ? faultOfName(inside.names, JSON.parse(token) as string) : null;
}

/** @param token as JSON writes it */
export const faultOfNumber = (token: string): string | null =>
  isExact(token) ? null : `has a number that can’t be kept exactly: ${token.slice(0, 40)}`;

/** @param names of the object so far, to which this one is added */
export function faultOfName(names: Set<string> | null, name: string): string | null {
  if (name === '__proto__') return 'has a field named “__proto__”, which can’t be kept';
  if (names?.has(name)) return `has the field “${name.slice(0, 60)}” twice`;
  names?.add(name);
  return null;
}

/** The same number, however it is written. */
function isExact(token: string): boolean {
  const value = Number(token);
  if (!Number.isFinite(value)) return false;
  return plain(token) === plain(String(value)) || plain(token) === plain(value.toPrecision(17));
}

/** Digits without leading and trailing zeros, and where the point is. */
function plain(token: string): string {
  const [, whole = '', part = '', exponent = '0'] =
    /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(token) ?? [];
  const digits = `${whole}${part}`.replace(/^0+/, '');
  if (digits.replace(/0+$/, '') === '') return '0';
  return `${digits.replace(/0+$/, '')}e${digits.length - part.length + Number(exponent)}`;
}
