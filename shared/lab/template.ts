/**
 * Variables in a prompt.
 *
 *     template = { text | escape | variable }
 *     escape   = "\{{"                                    the two braces themselves
 *     variable = "{{" name [ ":" type ] [ "=" default ] "}}"
 *     type     = "text" | "long" | "number" | "select" ":" option { "|" option }
 *
 * A variable is on one line. Invalid variables stay in the text as they are, and are reported with their position.
 * Joining the sources of all parts gives the template again, whatever it holds.
 */

export type VariableType = 'text' | 'long' | 'number' | 'select';

export interface Variable {
  readonly name: string;
  readonly type: VariableType;
  /** Of a `select`; otherwise empty. */
  readonly options: readonly string[];
  /** `null` where none is given. */
  readonly fallback: string | null;
}

/** Text that looks like a variable but is not a valid one. */
export interface TemplateMistake {
  /** Offset in the template, in UTF-16 units. */
  readonly at: number;
  /** Both from 1. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export type TemplatePart =
  | { readonly kind: 'text'; readonly source: string; readonly text: string }
  | { readonly kind: 'variable'; readonly source: string; readonly name: string };

export interface Template {
  readonly parts: readonly TemplatePart[];
  /** In the order of their first mention; each once. */
  readonly variables: readonly Variable[];
  /** The first hundred. */
  readonly mistakes: readonly TemplateMistake[];
}

const OPEN = '{{';
const CLOSE = '}}';
const ESCAPED = '\\{{';
const NAME = /^[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_ .-]*[\p{L}\p{M}\p{N}_])?$/u;
const NAME_CHARACTERS = 60;
/** The longest text between the braces, so that a text of braces alone is read as quickly as any other. */
const VARIABLE_CHARACTERS = 4_000;
const MISTAKES_AT_MOST = 100;
const TYPES: readonly string[] = ['text', 'long', 'number', 'select'];

export function parseTemplate(template: string): Template {
  const parts: TemplatePart[] = [];
  const known = new Map<string, Variable>();
  const mistakes: TemplateMistake[] = [];
  let from = 0;
  for (;;) {
    const found = nextMark(template, from);
    if (found === null) break;
    addText(parts, template.slice(from, found.at));
    from = found.end;
    if (found.kind === 'escape') {
      parts.push({ kind: 'text', source: ESCAPED, text: OPEN });
      continue;
    }
    const read = readAt(found, known);
    if (typeof read === 'string') {
      if (mistakes.length < MISTAKES_AT_MOST) mistakes.push(mistakeAt(template, found.at, read));
      addText(parts, found.source);
    } else {
      known.set(read.name, mergeVariables(known.get(read.name), read));
      parts.push({ kind: 'variable', source: found.source, name: read.name });
    }
  }
  addText(parts, template.slice(from));
  return { parts, variables: [...known.values()], mistakes };
}

/** The template with its variables replaced; a value is never read for variables itself. */
export function fillTemplate(
  { parts, variables }: Template,
  values: Readonly<Record<string, string>>,
): string {
  const fallbacks = new Map(variables.map(({ name, fallback }) => [name, fallback]));
  const given = (name: string) => (Object.hasOwn(values, name) ? values[name] : fallbacks.get(name)) ?? '';
  return parts.map((part) => (part.kind === 'text' ? part.text : given(part.name))).join('');
}

/** What is wrong with a value, in a sentence; `null` where it is valid. */
export function mistakeOfValue(variable: Variable, value: string): string | null {
  const { name, type, options } = variable;
  if (value.trim() === '') return `“${name}” is missing.`;
  if (type === 'number' && !isNumber(value))
    return `“${name}” must be a number; “${short(value)}” is not one.`;
  if (type === 'select' && !options.includes(value)) {
    return `“${name}” must be one of ${options.join(', ')}; “${short(value)}” is not.`;
  }
  return null;
}

interface Mark {
  readonly kind: 'escape' | 'variable';
  readonly at: number;
  readonly end: number;
  readonly source: string;
  /** The text between the braces; `null` where they are not closed on their line. */
  readonly inside: string | null;
}

function nextMark(template: string, from: number): Mark | null {
  const at = template.indexOf(OPEN, from);
  if (at === -1) return null;
  if (at > from && template[at - 1] === '\\') {
    return { kind: 'escape', at: at - 1, end: at + OPEN.length, source: ESCAPED, inside: null };
  }
  const start = at + OPEN.length;
  const ahead = template.slice(start, start + VARIABLE_CHARACTERS);
  const closed = ahead.indexOf(CLOSE);
  const inside = closed === -1 ? null : ahead.slice(0, closed);
  if (inside === null || /[\n\r]/.test(inside) || inside.includes(OPEN)) {
    return { kind: 'variable', at, end: start, source: OPEN, inside: null };
  }
  const end = start + closed + CLOSE.length;
  return { kind: 'variable', at, end, source: template.slice(at, end), inside };
}

/** The variable, or what is wrong with it. */
function readAt({ inside }: Mark, known: ReadonlyMap<string, Variable>): Variable | string {
  if (inside === null) return 'This variable is not closed: }} is missing.';
  const read = readVariable(inside);
  return typeof read === 'string' ? read : (conflict(known.get(read.name), read) ?? read);
}

function readVariable(inside: string): Variable | string {
  const nameEnd = inside.search(/[:=]/);
  const name = (nameEnd === -1 ? inside : inside.slice(0, nameEnd)).trim();
  const rest = nameEnd === -1 ? '' : inside.slice(nameEnd);
  if (name === '') return 'This variable has no name.';
  if (name.length > NAME_CHARACTERS || !NAME.test(name)) {
    return `“${short(name)}” is not a valid name: use letters, digits, spaces and _ - . (at most ${NAME_CHARACTERS}).`;
  }
  const equals = rest.indexOf('=');
  const fallback = equals === -1 ? null : rest.slice(equals + 1).trim();
  const [, type = 'text', ...optionText] = (equals === -1 ? rest : rest.slice(0, equals)).split(':');
  return readType({ name, fallback, type: type.trim(), optionText: optionText.join(':') });
}

interface Written {
  readonly name: string;
  readonly fallback: string | null;
  readonly type: string;
  readonly optionText: string;
}

function readType({ name, fallback, type, optionText }: Written): Variable | string {
  if (!TYPES.includes(type)) return `“${short(type)}” is not a type: use text, long, number or select.`;
  const split = optionText.split('|').map((option) => option.trim());
  const options = [...new Set(split.filter((option) => option !== ''))];
  if (type !== 'select' && options.length > 0) return `Only select has options; “${name}” is a ${type}.`;
  if (type === 'select' && options.length === 0) {
    return `“${name}” has no options: write them as select:one|two.`;
  }
  if (fallback !== null && type === 'select' && !options.includes(fallback)) {
    return `The default “${short(fallback)}” of “${name}” is not one of its options.`;
  }
  if (fallback !== null && type === 'number' && !isNumber(fallback)) {
    return `The default “${short(fallback)}” of “${name}” is not a number.`;
  }
  return { name, type: type as VariableType, options, fallback };
}

/** A plain mention (`{{tone}}`) means the variable as it is defined elsewhere. */
const isPlain = ({ type, fallback }: Variable) => type === 'text' && fallback === null;

function conflict(before: Variable | undefined, next: Variable): string | null {
  if (before === undefined || isPlain(before) || isPlain(next)) return null;
  const isSame = JSON.stringify(before) === JSON.stringify(next);
  return isSame ? null : `“${next.name}” is defined differently above.`;
}

const mergeVariables = (before: Variable | undefined, next: Variable): Variable =>
  before === undefined || isPlain(before) ? next : before;

function addText(parts: TemplatePart[], text: string): void {
  if (text !== '') parts.push({ kind: 'text', source: text, text });
}

function mistakeAt(template: string, at: number, message: string): TemplateMistake {
  const before = template.slice(0, at);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { at, line: before.split('\n').length, column: at - lineStart + 1, message };
}

const isNumber = (text: string) => text.trim() !== '' && Number.isFinite(Number(text));
const short = (text: string) => (text.length > 40 ? `${text.slice(0, 39)}…` : text);
