/** Chat requests in the code of a client and in what a program logs: what is called with `messages`, and texts of JSON. */
import { literalAt, type ReadLiteral } from './literal';
import { LiteralRefusal, quotedAt, textAt } from './literal-text';

export type ReadCode =
  | { readonly ok: true; readonly values: readonly ReadLiteral[] }
  /** A sentence with the next step. */
  | { readonly ok: false; readonly why: string };

/** Longer code than anyone pastes. */
export const mostCode = 5_000_000;

interface Place {
  readonly at: number;
  /** A text that may be JSON. */
  readonly text?: string;
  /** A list of its own, outside of any call. */
  readonly isAlone: boolean;
}

/** `null` where nothing in it has messages. */
export function readCode(source: string): ReadCode | null {
  const { values, refusals } = valuesIn(source);
  const called = values.filter(({ isAlone }) => !isAlone);
  if (values.length > 0) return { ok: true, values: withAdded(called.length > 0 ? called : values, source) };
  // The one that was read furthest is what was meant.
  const [furthest] = refusals.toSorted((one, other) => other.offset - one.offset);
  return furthest === undefined ? null : { ok: false, why: whyNot(source, furthest) };
}

function valuesIn(source: string) {
  const values: (ReadLiteral & { readonly isAlone: boolean })[] = [];
  const refusals: LiteralRefusal[] = [];
  let end = 0;
  for (const place of placesIn(source)) {
    if (place.at < end) continue;
    const read = readPlace(source, place);
    if (read instanceof LiteralRefusal) refusals.push(read);
    else if (read !== null) values.push({ ...read, isAlone: place.isAlone });
    if (read !== null && 'end' in read) end = Math.max(end, read.end);
  }
  return { values, refusals };
}

/** `null` for a text that isn’t JSON. */
function readPlace(source: string, { at, text }: Place): ReadLiteral | LiteralRefusal | null {
  try {
    return text === undefined ? literalAt(source, at) : { ...literalAt(text, 0), end: at };
  } catch (cause) {
    if (!(cause instanceof LiteralRefusal)) throw cause;
    return text === undefined ? cause : null;
  }
}

/** A program may add messages before it sends them. */
function withAdded(values: readonly ReadLiteral[], source: string): readonly ReadLiteral[] {
  const [added] = /\bmessages\.(?:append|extend|insert|push|unshift)\b|\bmessages\s*\+=/.exec(source) ?? [];
  if (added === undefined) return values;
  return values.map((one) => ({ ...one, removed: [...one.removed, `what “${added}” adds`] }));
}

/** The sentence for a refusal. */
export function whyNot(source: string, { offset, message }: LiteralRefusal): string {
  const lines = source.slice(0, offset).split('\n');
  return `Line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1} ${message}.`;
}

const PIECE =
  /(?<comment>\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?|#[^\n]*)|(?<quote>[rbuf]{0,2}(?:"""|'''|"|'|`))|(?<open>[[({])|(?<close>[\])}])|(?<name>[A-Za-z_$][\w$]*)|[\s\S]/giy;

function* placesIn(source: string): Generator<Place> {
  const open: number[] = [];
  for (const { at, end, groups, quoted } of piecesIn(source)) {
    if (groups.open !== undefined) open.push(at);
    if (groups.close !== undefined) open.pop();
    if ((groups.name ?? quoted?.raw) === 'messages') yield* placeOf(source, end, open.at(-1));
    if (quoted !== null && isJsonText(quoted.raw)) yield { at, text: textOf(source, at), isAlone: false };
  }
}

/** Each character is looked at once. */
function* piecesIn(source: string) {
  for (let at = 0, end = 0; at < source.length; at = end) {
    PIECE.lastIndex = at;
    const { 0: piece = '', groups = {} } = PIECE.exec(source) ?? {};
    const quoted = groups.quote === undefined ? null : quotedAt(source, at);
    end = groups.quote === undefined ? at + piece.length : (quoted?.end ?? endOfLine(source, at));
    yield { at, end, groups, quoted };
  }
}

/** Of a field or variable with that name, which ends at `end`. */
function* placeOf(source: string, end: number, opened: number | undefined): Generator<Place> {
  const [sign] = /^\s*(?::[^=\n{[]*=(?!=)|[:=](?!=)|(?=[,}]))\s*/.exec(source.slice(end, end + 200)) ?? [];
  if (sign === undefined) return;
  const isField = opened !== undefined && source[opened] !== '[';
  if (isField && !isBlock(source, opened)) yield { at: opened, isAlone: false };
  else if (source[end + sign.length] === '[') yield { at: end + sign.length, isAlone: true };
}

/** Whether a curly bracket begins the statements of a function rather than fields. */
const isBlock = (source: string, at: number): boolean =>
  source[at] === '{' && /(?:\)|=>|\b(?:try|else|do))\s*$/.test(source.slice(Math.max(0, at - 20), at));

const isJsonText = (raw: string): boolean => /^\s*[[{]/.test(raw) && raw.includes('messages');

/** An empty text for one that is put together as it runs. */
function textOf(source: string, at: number): string {
  try {
    return textAt(source, at)?.value ?? '';
  } catch (cause) {
    if (cause instanceof LiteralRefusal) return '';
    throw cause;
  }
}

const endOfLine = (source: string, at: number): number => {
  const end = source.indexOf('\n', at);
  return end === -1 ? source.length : end;
};
