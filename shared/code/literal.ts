/** JSON values as readable source text of a language. */

export interface Dialect {
  readonly null: string;
  readonly true: string;
  readonly false: string;
  readonly text: (text: string) => string;
  /** A field of an object, before the colon. */
  readonly name: (name: string) => string;
  /** Inside the braces of an object on one line. */
  readonly space: '' | ' ';
  /** After the last item of a list or object on several lines. */
  readonly lastComma: '' | ',';
  readonly indent: string;
}

/** The escapes of JSON are escapes of JavaScript and Python too. */
const quoted = (text: string): string => escapeUnsafe(JSON.stringify(text));

const common = { text: quoted, name: quoted, space: '', lastComma: ',', indent: '    ' } as const;

export const json: Dialect = {
  ...common,
  null: 'null',
  true: 'true',
  false: 'false',
  lastComma: '',
  indent: '  ',
};

export const python: Dialect = { ...common, null: 'None', true: 'True', false: 'False' };

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

export const typescript: Dialect = {
  ...common,
  null: 'null',
  true: 'true',
  false: 'false',
  space: ' ',
  indent: '  ',
  // As a plain key, this name would set the prototype and not be sent.
  name: (name) => (name === '__proto__' ? '["__proto__"]' : IDENTIFIER.test(name) ? name : quoted(name)),
};

/** The same, but a text that is one of `names` is written as that name: a constant of the code. */
export function withNames(dialect: Dialect, names: ReadonlyMap<string, string>): Dialect {
  return { ...dialect, text: (text) => names.get(text) ?? dialect.text(text) };
}

const LINE = 90;

/** `value` must be JSON; `depth` is the indentation of the line it begins on. */
export function writeLiteral(value: unknown, dialect: Dialect, depth = 0): string {
  if (value === null || value === undefined) return dialect.null;
  if (typeof value === 'boolean') return value ? dialect.true : dialect.false;
  if (typeof value === 'string') return dialect.text(value);
  if (typeof value !== 'object') return JSON.stringify(value);
  const isList = Array.isArray(value);
  const items = isList
    ? value.map((item) => writeLiteral(item, dialect, depth + 1))
    : Object.entries(value).map(
        ([name, item]) => `${dialect.name(name)}: ${writeLiteral(item, dialect, depth + 1)}`,
      );
  return enclose(items, isList ? '[]' : '{}', dialect, depth);
}

/** Items between brackets: on one line where they fit, otherwise each on its own. */
function enclose(items: readonly string[], brackets: string, dialect: Dialect, depth: number): string {
  const [open = '', close = ''] = brackets;
  if (items.length === 0) return open + close;
  const space = open === '{' ? dialect.space : '';
  const line = `${open}${space}${items.join(', ')}${space}${close}`;
  const isShort = line.length + depth * dialect.indent.length <= LINE && !line.includes('\n');
  if (isShort) return line;
  const inner = dialect.indent.repeat(depth + 1);
  const lines = items.map((item) => `${inner}${item}`).join(',\n');
  return `${open}\n${lines}${dialect.lastComma}\n${dialect.indent.repeat(depth)}${close}`;
}

/**
 * JSON that can be pasted anywhere.
 *
 * Written as `\uXXXX`, which is the same text to every reader of JSON, JavaScript and Python: control characters that a
 * terminal would interpret, marks that change the text direction or break a line, and `</`, which would end a script in
 * a page.
 */
const UNSAFE = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|<(?=[/!])/g;

export function escapeUnsafe(json: string): string {
  return json.replace(UNSAFE, asEscape);
}

/** Also without `!`, which some shells replace at the prompt even between quotes. */
export function escapeForShell(json: string): string {
  return escapeUnsafe(json).replace(/!/g, asEscape);
}

function asEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

// Text for a POSIX shell (sh, bash, zsh).

/** One word, whatever is inside: between single quotes only the quote itself has a meaning. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
