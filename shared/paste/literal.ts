/**
 * A value as JavaScript, TypeScript, JSON5 and Python write it, read without running anything. What is not in the text is
 * refused at its place, and nothing is guessed.
 */
import { faultOfName, faultOfNumber } from '../text/json-faults';
import { absent, constants } from './literal-constants';
import { LiteralRefusal, numberAt, textAt } from './literal-text';
import { isLeftOut } from './without-keys';

type Fields = Record<string, unknown>;

interface Cursor {
  readonly source: string;
  at: number;
  depth: number;
  /** Being looked up, so that none is made of itself. */
  readonly names: ReadonlySet<string>;
}

/** Settings of the client, not of the request. */
const ofClient: ReadonlySet<string> = new Set(['timeout', 'max_retries', 'maxRetries', 'http_client']);
const maxDepth = 200;

export interface ReadLiteral {
  readonly value: unknown;
  readonly end: number;
  /** Fields of the client that were left out. */
  readonly removed: readonly string[];
}

/** @throws LiteralRefusal */
export function literalAt(source: string, at: number): ReadLiteral {
  const cursor: Cursor = { source, at, depth: 0, names: new Set() };
  const isCall = source[at] === '(';
  const value = isCall ? readArguments(cursor) : readValue(cursor);
  const { fields, removed } = isCall ? merged(value as Fields) : { fields: value, removed: [] };
  return { value: fields, end: cursor.at, removed };
}

/** What the official client for Python makes of its arguments. */
function merged({ extra_body: more, ...all }: Fields): {
  readonly fields: Fields;
  readonly removed: readonly string[];
} {
  const removed = Object.keys(all).filter((name) => ofClient.has(name));
  const fields = Object.fromEntries(Object.entries(all).filter(([name]) => !removed.includes(name)));
  const added = typeof more === 'object' && more !== null ? more : {};
  return { fields: { ...fields, ...added }, removed: removed.map((name) => `the field “${name}”`) };
}

const BLANK = /(?:\s|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\/|#[^\n]*)+/y;

/** @returns the character there, behind blanks and comments */
function next(cursor: Cursor): string {
  BLANK.lastIndex = cursor.at;
  if (BLANK.test(cursor.source)) cursor.at = BLANK.lastIndex;
  return cursor.source[cursor.at] ?? '';
}

function readValue(cursor: Cursor): unknown {
  const first = next(cursor);
  const begun = cursor.at;
  cursor.depth += 1;
  if (cursor.depth > maxDepth) throw new LiteralRefusal(begun, `is nested deeper than ${maxDepth} levels`);
  const value =
    first === '{'
      ? readFields(cursor, '}')
      : first === '['
        ? readList(cursor, ']')
        : readSimple(cursor, first);
  cursor.depth -= 1;
  suffix(cursor);
  return typeof value === 'string' ? readRest(cursor, value) : value;
}

function readSimple(cursor: Cursor, first: string): unknown {
  if (first === '(') return readGroup(cursor);
  const text = textAt(cursor.source, cursor.at);
  const number = text === null ? numberAt(cursor.source, cursor.at) : null;
  if (number !== null) {
    const fault = faultOfNumber(number.token);
    if (fault !== null) throw new LiteralRefusal(cursor.at, fault);
  }
  const found = text ?? number;
  if (found === null) return readWord(cursor);
  cursor.at = found.end;
  return found.value;
}

const CAST = /(?:as|satisfies)\s+[\w.<>[\]]+/y;

function suffix(cursor: Cursor): void {
  next(cursor);
  CAST.lastIndex = cursor.at;
  if (CAST.test(cursor.source)) cursor.at = CAST.lastIndex;
}

/** Texts side by side, and with a plus, are one. */
function readRest(cursor: Cursor, begun: string): string {
  let value = begun;
  for (;;) {
    const hasPlus = next(cursor) === '+';
    if (hasPlus) {
      cursor.at += 1;
      next(cursor);
    }
    const more = textAt(cursor.source, cursor.at);
    if (more === null && hasPlus) throw needsRun(cursor);
    if (more === null) return value;
    if (!hasPlus && /^\s*:/.test(cursor.source.slice(more.end, more.end + 20)))
      throw new LiteralRefusal(cursor.at, 'needs a comma before this');
    value += more.value;
    cursor.at = more.end;
  }
}

/** In round brackets: one value, or the list that Python calls a tuple. */
function readGroup(cursor: Cursor): unknown {
  const begun = cursor.at;
  const values = readList(cursor, ')');
  const isTuple = /,\s*\)$/.test(cursor.source.slice(begun, cursor.at));
  return values.length === 1 && !isTuple ? values[0] : values;
}

function readList(cursor: Cursor, end: ']' | ')'): readonly unknown[] {
  const values: unknown[] = [];
  const begun = cursor.at;
  cursor.at += 1;
  while (next(cursor) !== end) {
    const value = readValue(cursor);
    values.push(value === absent ? null : value);
    separate(cursor, begun, end);
  }
  cursor.at += 1;
  return values;
}

/** A comma, or the end. */
function separate(cursor: Cursor, begun: number, end: string): void {
  const found = next(cursor);
  if (found === ',') cursor.at += 1;
  else if (found === '') throw new LiteralRefusal(begun, 'begins something that the text does not end');
  else if (found !== end)
    throw new LiteralRefusal(
      cursor.at,
      'needs a comma before this, or is code that only its program can run',
    );
}

const NAME = /[A-Za-z_$][\w$]*/y;

/** From `{` or `(`, with `name: value` or `name=value`. */
function readFields(cursor: Cursor, end: '}' | ')'): Fields {
  const fields: [string, unknown][] = [];
  const seen = new Set<string>();
  const begun = cursor.at;
  cursor.at += 1;
  while (next(cursor) !== end) {
    if (next(cursor) === '') throw new LiteralRefusal(begun, 'begins something that the text does not end');
    const at = cursor.at;
    if (isSpread(cursor)) {
      fields.push(...Object.entries(readSpread(cursor)));
      separate(cursor, begun, end);
      continue;
    }
    const name = readName(cursor);
    const fault = faultOfName(seen, name);
    if (fault !== null) throw new LiteralRefusal(at, fault);
    const value = readField(cursor, name, at);
    if (value !== absent) fields.push([name, value]);
    separate(cursor, begun, end);
  }
  cursor.at += 1;
  return Object.fromEntries(fields);
}

const isSpread = ({ source, at }: Cursor): boolean =>
  source.startsWith('...', at) || source.startsWith('**', at);

/** The fields of another object in this one; a later field of the same name takes the place of one of them. */
function readSpread(cursor: Cursor): Fields {
  const begun = cursor.at;
  cursor.at += cursor.source.startsWith('**', begun) ? 2 : 3;
  const value = readValue(cursor);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  throw new LiteralRefusal(begun, 'has fields that only its program can add. Put them there');
}

function readName(cursor: Cursor): string {
  const text = textAt(cursor.source, cursor.at) ?? numberAt(cursor.source, cursor.at);
  if (text !== null) {
    cursor.at = text.end;
    return String(text.value);
  }
  NAME.lastIndex = cursor.at;
  const [name] = NAME.exec(cursor.source) ?? [];
  if (name === undefined) throw needsRun(cursor);
  cursor.at += name.length;
  return name;
}

/** @param at of its name, which is its value too where it has none */
function readField(cursor: Cursor, name: string, at: number): unknown {
  const sign = next(cursor);
  if (sign !== ':' && sign !== '=') {
    cursor.at = at;
    return readWord(cursor);
  }
  cursor.at += 1;
  if (cursor.depth > 1 || !(isLeftOut(name) || ofClient.has(name))) return readValue(cursor);
  const begun = { ...cursor };
  try {
    return readValue(cursor);
  } catch (cause) {
    if (!(cause instanceof LiteralRefusal)) throw cause;
    Object.assign(cursor, begun, { at: endOfExpression(cursor.source, begun.at) });
    return '';
  }
}

const PIECE =
  /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[\s\S])*`|[[({]|[\])}]|,|[^"'`[\](){},]+|[\s\S]/y;

/** Where code ends that isn't read: at the comma or bracket behind it. */
function endOfExpression(source: string, begun: number): number {
  let depth = 0;
  for (let at = begun; at < source.length; at = PIECE.lastIndex) {
    PIECE.lastIndex = at;
    const [piece = ''] = PIECE.exec(source) ?? [];
    if (depth === 0 && (piece === ',' || /^[\])}]/.test(piece))) return at;
    depth += /^[[({]/.test(piece) ? 1 : /^[\])}]/.test(piece) ? -1 : 0;
  }
  return source.length;
}

const readArguments = (cursor: Cursor): Fields => {
  cursor.depth += 1;
  const fields = readFields(cursor, ')');
  cursor.depth -= 1;
  return fields;
};

const PATH = /(?:new\s+)?[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*/y;
/** Calls that change the form of a value and not what it says. */
const writers: ReadonlySet<string> = new Set([
  'JSON.stringify',
  'json.dumps',
  'z.literal',
  'list',
  'tuple',
  'str',
]);

function readWord(cursor: Cursor): unknown {
  PATH.lastIndex = cursor.at;
  const [name] = PATH.exec(cursor.source) ?? [];
  if (name === undefined) throw needsRun(cursor);
  const begun = cursor.at;
  cursor.at += name.length;
  const sign = cursor.source[cursor.at];
  if (Object.hasOwn(constants, name) && sign !== '(') return constants[name];
  if (sign === '(' && writers.has(name)) return readList(cursor, ')')[0];
  // An object of a client's type, as Python prints it.
  if (sign === '(' && /^(?:dict|[A-Z]\w*)$/.test(name)) return readFields(cursor, ')');
  const value = sign === '(' || sign === '[' || sign === '`' ? absent : valueOfVariable(cursor, name);
  if (value !== absent) return value;
  cursor.at = begun;
  throw needsRun(cursor);
}

/** The value that the text gives a variable. */
function valueOfVariable({ source, depth, names }: Cursor, name: string): unknown {
  if (names.has(name) || !/^[\w$]+$/.test(name)) return absent;
  const sign = new RegExp(
    `(?:^|[\\n;])[ \\t]*(?:export\\s+)?(?:const\\s+|let\\s+|var\\s+)?${name.replaceAll('$', '\\$')}\\s*(?::[^=\\n]*)?=(?!=)\\s*`,
  );
  const found = sign.exec(source);
  if (found === null) return absent;
  return readValue({ source, depth, at: found.index + found[0].length, names: new Set([...names, name]) });
}

const needsRun = ({ source, at }: Cursor) => {
  const code =
    source
      .slice(at, at + 60)
      .split('\n')[0]
      ?.trim() ?? '';
  return new LiteralRefusal(
    at,
    code === ''
      ? 'ends where a value belongs'
      : `has code that only its program can run: ${code}. Put its value there`,
  );
};
