/**
 * Variables in the values of assertions: `{{city}}`, `{{ city | upper }}`, `{{ list[0].name | default("x") }}`.
 *
 * The form is that of Nunjucks (https://mozilla.github.io/nunjucks/templating.html), of which names, literals and the
 * filters below are read. Its engine would run what a file says as code in the app, so it is not used; what is not read
 * here is named, and the assertion is unclear.
 */

import { wordOf } from '../text/word-of';
import { dataIn, filters, isFilter, withinLength } from './value-filters';

export type Vars = Readonly<Record<string, unknown>>;

/** A template that is not understood. */
class TemplateError extends Error {}

const raw = /\{%\s*raw\s*%\}([\s\S]*?)\{%\s*endraw\s*%\}/;
const tag = /\{\{(-?)([\s\S]*?)(-?)\}\}|\{#-?[\s\S]*?-?#\}|\{%[\s\S]*?%\}/g;

/** @throws TemplateError where it has more than variables and known filters */
export function fillValue(template: string, vars: Vars): string {
  // What is raw is taken as it is.
  const [before = '', kept, after = ''] = template.includes('{%') ? partsAtRaw(template) : [template];
  return kept === undefined ? filled(before, vars) : filled(before, vars) + kept + fillValue(after, vars);
}

function partsAtRaw(template: string): readonly string[] {
  const found = raw.exec(template);
  if (found === null) return [template];
  const [whole, inside = ''] = found;
  return [template.slice(0, found.index), inside, template.slice(found.index + whole.length)];
}

function filled(template: string, vars: Vars): string {
  let end = 0;
  let text = '';
  let cutsNext = false;
  const add = (part: string, cutsEnd: boolean) => {
    const begun = cutsNext ? part.trimStart() : part;
    text += cutsEnd ? begun.trimEnd() : begun;
  };
  for (const found of template.matchAll(tag)) {
    const [whole, cutBefore, inside, cutAfter] = found;
    if (whole.startsWith('{%')) throw new TemplateError(`“${whole}” is not read here.`);
    add(template.slice(end, found.index), cutBefore === '-' || whole.startsWith('{#-'));
    if (inside !== undefined) text += textOf(valueOfExpression(inside, vars));
    withinLength(text);
    end = found.index + whole.length;
    cutsNext = cutAfter === '-' || whole.endsWith('-#}');
  }
  add(template.slice(end), false);
  return text;
}

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : wordOf(value));

/** A column may have a name that is no word. */
function valueOfExpression(inside: string, vars: Vars): unknown {
  const name = inside.trim();
  if (Object.hasOwn(vars, name)) return vars[name];
  const reader = new Reader(name, vars);
  const value = reader.piped();
  reader.end();
  return value;
}

const spaces = /\s*/y;
const word = /[\p{L}_$][\p{L}\p{N}_$]*/uy;
const number = /-?\d+(\.\d+)?/y;
const text = /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'/y;
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };
const constants: Readonly<Record<string, unknown>> = { true: true, false: false, none: null, null: null };

/** Reads one expression from left to right. */
class Reader {
  #at = 0;
  readonly #source: string;
  readonly #vars: Vars;

  constructor(source: string, vars: Vars) {
    this.#source = source;
    this.#vars = vars;
  }

  piped(): unknown {
    let value = this.#operand();
    while (this.#has('|')) {
      const name = this.#take(word) ?? '';
      if (!isFilter(name)) throw this.#unread();
      value = withinLength(filters[name](value, ...this.#givens()));
    }
    return value;
  }

  end(): void {
    this.#take(spaces);
    if (this.#at < this.#source.length) throw this.#unread();
  }

  #operand(): unknown {
    const quoted = this.#take(text);
    if (quoted !== undefined)
      return quoted.slice(1, -1).replace(/\\([\s\S])/g, (_, mark: string) => escapes[mark] ?? mark);
    const figure = this.#take(number);
    if (figure !== undefined) return Number(figure);
    const name = this.#take(word);
    if (name === undefined) throw this.#unread();
    return this.#path(Object.hasOwn(constants, name) ? constants[name] : own(this.#vars, name));
  }

  #path(from: unknown): unknown {
    let value = from;
    for (;;) {
      if (this.#has('.')) value = own(value, this.#take(word) ?? this.#take(number) ?? '');
      else if (this.#has('[')) {
        value = own(value, wordOf(this.#operand()));
        if (!this.#has(']')) throw this.#unread();
      } else return value;
    }
  }

  #givens(): readonly unknown[] {
    const given: unknown[] = [];
    if (!this.#has('(')) return given;
    while (!this.#has(')')) {
      if (given.length > 0 && !this.#has(',')) throw this.#unread();
      given.push(this.#operand());
    }
    return given;
  }

  #has(mark: string): boolean {
    this.#take(spaces);
    const found = this.#source[this.#at] === mark;
    if (found) this.#at += 1;
    return found;
  }

  #take(form: RegExp): string | undefined {
    if (form !== spaces) this.#take(spaces);
    form.lastIndex = this.#at;
    const found = form.exec(this.#source)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #unread = () => new TemplateError(`“{{${this.#source}}}” is not read here.`);
}

/** A property of data alone, never of what all objects have; the length of a text or a list is one. */
function own(value: unknown, name: string): unknown {
  const data = dataIn(value);
  if (data !== value) return own(data, name);
  if (typeof value === 'string' || Array.isArray(value))
    return name === 'length' || /^\d+$/.test(name) ? value[name as 'length'] : undefined;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}
