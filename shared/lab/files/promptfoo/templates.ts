/**
 * Prompts as promptfoo writes them (Nunjucks) as prompts of Gatehouse. A variable with a filter or of a list,
 * `{{ name | upper }}`, becomes a variable of its own, whose value each case has; conditions and loops are refused by name.
 */
import { fillValue } from '../../../assertions/fill-value';
import { limits } from '../../../limits';
import { parseTemplate } from '../../template';
import { ExperimentFileError, type Note } from '../reading';

/** What a variable is made of, by its name. */
export type Expressions = ReadonlyMap<string, string>;

const tags = /\{\{-?([^{}]*?)-?\}\}/g;

/** @throws ExperimentFileError where it has more than variables */
export function templateOf(
  written: string,
  label: string,
): { readonly template: string; readonly expressions: Expressions } {
  const expressions = new Map<string, string>();
  const text = written
    .replace(/\{%-?\s*raw\s*-?%\}([\s\S]*?)\{%-?\s*endraw\s*-?%\}/g, (_, inside: string) =>
      inside.replaceAll('{{', '\\{{'),
    )
    .replace(/\{#[\s\S]*?#\}/g, '');
  const [block] = text.match(/\{%[\s\S]*?%\}/) ?? [];
  if (block !== undefined)
    throw new ExperimentFileError(
      `${label}: “${block}” can’t be filled in here. Use variables and filters, such as {{ name | upper }}.`,
    );
  const template = text.replace(tags, (tag, inside: string, at: number, all: string) => {
    if (all[at - 1] === '\\') return tag;
    const [plain] = parseTemplate(tag).variables;
    if (plain === undefined) return `{{${added(expressions, inside.trim())}}}`;
    if (plain.name.includes('.')) expressions.set(plain.name, plain.name);
    return tag;
  });
  return { template, expressions };
}

/** Never the name of a variable of the file, which has no space. */
function added(expressions: Map<string, string>, expression: string): string {
  const words = expression
    .replace(/[^\p{L}\p{N}_]+/gu, ' ')
    .trim()
    .slice(0, 50)
    .trim();
  const first = words.includes(' ') ? words : `${words} value`.trim();
  let name = first;
  for (let number = 2; (expressions.get(name) ?? expression) !== expression; number += 1)
    name = `${first} ${number}`;
  expressions.set(name, expression);
  return name;
}

/** The variables of a case, with those that prompts make of them. @throws ExperimentFileError */
export function withExpressions(
  vars: Readonly<Record<string, string>>,
  expressions: Expressions,
): Readonly<Record<string, string>> {
  const made = [...expressions].flatMap(([name, expression]) => {
    if (Object.hasOwn(vars, name)) return [];
    const value = filled(`{{${expression}}}`, vars);
    if (value instanceof Error)
      throw new ExperimentFileError(`“{{ ${expression} }}” of a prompt can’t be filled in here.`);
    return value === '' && name === expression ? [] : [[name, value] as const];
  });
  return { ...vars, ...Object.fromEntries(made) };
}

function filled(template: string, vars: Readonly<Record<string, string>>): string | Error {
  try {
    return fillValue(template, vars);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** A variable in the value of another goes further than this only where it names itself. */
const rounds = 4;

/** Values with the variables in them, as promptfoo fills them in. */
export function withNested(
  vars: Readonly<Record<string, string>>,
  where: string,
  note: Note,
): Readonly<Record<string, string>> {
  let now = vars;
  for (let round = 0; round < rounds && Object.values(now).some(hasTag); round += 1) {
    const before = now;
    now = Object.fromEntries(Object.entries(before).map(([name, value]) => [name, ofOthers(value, before)]));
  }
  for (const [name, value] of Object.entries(now))
    if (hasTag(value))
      note(`${where}: what is between braces in “${name}” isn’t a variable, and is sent as it is written.`);
  return now;
}

const hasTag = (value: string): boolean => value.includes('{{') && value.search(tags) !== -1;

function ofOthers(value: string, vars: Readonly<Record<string, string>>): string {
  if (!hasTag(value)) return value;
  let length = value.length;
  return value.replace(tags, (tag, inside: string) => {
    const [name = ''] = /^\s*[\p{L}_$][\p{L}\p{N}_$]*/u.exec(inside) ?? [];
    const found = Object.hasOwn(vars, name.trim()) ? filled(tag, vars) : tag;
    const text = typeof found === 'string' ? found : tag;
    length += text.length - tag.length;
    // Each variable may hold another a thousand times.
    if (length > limits.messageCharacters)
      throw new ExperimentFileError('A variable is too long once it is filled in.');
    return text;
  });
}
