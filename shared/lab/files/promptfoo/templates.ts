/**
 * Prompts as promptfoo writes them (Nunjucks) as prompts of Gatehouse. What is more than a variable, `{{ name | upper }}`,
 * becomes a variable of its own, whose value each case has; so does a whole prompt with conditions or loops.
 */
import { parseTemplate } from '../../template';
import { ExperimentFileError, type Fields } from '../reading';

/** What a variable of a prompt is made of, by its name: its text for the variables of a case. */
export type Expressions = ReadonlyMap<string, (values: CaseValues) => string>;

/** The variables of one case. */
export interface CaseValues {
  /** As the file has them. */
  readonly data: Fields;
  /** Fills a template with them. @throws ExperimentFileError where it can't be filled */
  readonly fill: (template: string, where: string) => string;
}

const tags = /\{\{-?([^{}]*?)-?\}\}/g;
const block = /\{%[\s\S]*?%\}/;

/** A prompt with more than variables, which is filled as a whole. */
export const isWhole = (text: string): boolean => block.test(withoutRaw(text)) || hasOddTag(text);

/** Braces in an expression, such as `{{ {a: 1} }}`, end no tag. */
const hasOddTag = (text: string): boolean => /\{\{[^}]*\{[^}]*\}\s*[^}]*\}\}/.test(withoutRaw(text));

const withoutRaw = (text: string): string =>
  text
    .replace(/\{%-?\s*raw\s*-?%\}([\s\S]*?)\{%-?\s*endraw\s*-?%\}/g, (_, inside: string) =>
      inside.replaceAll('{{', '\\{{'),
    )
    .replace(/\{#-?[\s\S]*?-?#\}/g, '');

/** The variables that cases of a file have. */
export interface KnownNames {
  readonly all: ReadonlySet<string>;
  /** Lists or fields in some case: as texts they are what Nunjucks makes of them. */
  readonly data: ReadonlySet<string>;
  /** Code makes variables of its own, which may be anything. */
  readonly isChanged: boolean;
}

/** A name, which our own files write with a type and a default. */
const isVariable = (inside: string): boolean =>
  /^[\p{L}_$][\p{L}\p{N}_$]*\s*(?::\s*(?:text|long|number|select)\b[^=]*)?(?:=(?!=).*)?$/u.test(
    inside.trim(),
  );

export function templateOf(
  written: string,
  label: string,
  known: KnownNames,
): { readonly template: string; readonly expressions: Expressions } {
  const expressions = new Map<string, (values: CaseValues) => string>();
  const names = new Map<string, string>();
  const add = (expression: string): string => {
    const name = nameOf(names, expression);
    expressions.set(name, ({ fill }) => fill(`{{${expression}}}`, label));
    return name;
  };
  const hasEdges = /\{\{-|-\}\}|\{#-|-#\}/.test(written);
  if (isWhole(written) || hasEdges) {
    const name = `${label} text`;
    expressions.set(name, ({ fill }) => fill(written, label));
    return { template: `{{${name}}}`, expressions };
  }
  const text = withoutRaw(written);
  const template = text.replace(tags, (tag, inside: string, at: number, all: string) => {
    if (all[at - 1] === '\\') return tag;
    const [plain] = parseTemplate(tag).variables;
    // “not found” may be a column of a table, or an expression, and “n === 5” isn’t ours.
    const isName = plain !== undefined && (isVariable(inside) || known.all.has(inside.trim()));
    const isText = isName && !known.isChanged && !known.data.has(plain.name);
    return isText ? tag : `{{${add(inside.trim())}}}`;
  });
  return { template, expressions };
}

/** Never the name of a variable of the file, which has no space. */
function nameOf(names: Map<string, string>, expression: string): string {
  const words = expression
    .replace(/[^\p{L}\p{N}_]+/gu, ' ')
    .trim()
    .slice(0, 50)
    .trim();
  const first = words.includes(' ') ? words : `${words} value`.trim();
  let name = first;
  for (let number = 2; (names.get(name) ?? expression) !== expression; number += 1)
    name = `${first} ${number}`;
  names.set(name, expression);
  return name;
}

/** The texts of a case with those that prompts make of them. @throws ExperimentFileError */
export function withExpressions(
  texts: Readonly<Record<string, string>>,
  expressions: Expressions,
  values: CaseValues,
): Readonly<Record<string, string>> {
  const made = [...expressions].map(([name, textOf]) => [name, textOf(values)] as const);
  return { ...texts, ...Object.fromEntries(made) };
}

/** What goes wrong in a template, with where it is. */
export const unfilled = (where: string, template: string, why: string): ExperimentFileError =>
  new ExperimentFileError(`${where}: “${shown(template)}” can’t be filled in: ${why}`);

const shown = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);
