/** The variables of one case of promptfoo: with the variables in them filled, and as what templates are filled with. */
import { fillValue } from '../../../assertions/fill-value';
import { limits } from '../../../limits';
import { ExperimentFileError, type Fields, type FileReading, type Note, textOfValue } from '../reading';
import { type CaseValues, unfilled } from './templates';

export interface TemplateWorld {
  readonly reading: FileReading;
  /** What `{{ env.NAME }}` has. */
  readonly env: Fields;
  readonly filters: Readonly<Record<string, string>>;
}

/** Fills templates with the variables of a case: Nunjucks where code can run, else what our own reader knows. */
export function valuesOf(data: Fields, { reading, env, filters }: TemplateWorld): CaseValues {
  const { runs } = reading;
  const fillOne = (template: string): string => {
    requireEnv(template, env);
    if (runs === undefined) return fillValue(template, { ...data, env });
    return runs.fill({ template, vars: data, env, filters });
  };
  return {
    data,
    fill: (template, where) => {
      try {
        return fillOne(template);
      } catch (error) {
        throw unfilled(where, template, error instanceof Error ? error.message : String(error));
      }
    },
  };
}

/** An empty text in its place would be another prompt. */
function requireEnv(template: string, env: Fields): void {
  for (const [, name = ''] of template.matchAll(/\benv\.([A-Za-z_]\w*)/g))
    if (!Object.hasOwn(env, name))
      throw new Error(
        `the environment of this computer is not read. Write “${name}” under “env” in the file.`,
      );
}

/** A variable in the value of another goes further than this only where it names itself. */
const rounds = 5;
const plainTag = /\{\{\s*(\w+)\s*\}\}/;

/** Texts with the variables in them, as promptfoo fills them in: plain names first, then templates whose names all have values. */
export function withNested(given: Fields, world: TemplateWorld, where: string, note: Note): Fields {
  const data = withNames(given);
  const { fill } = valuesOf(data, world);
  const entries = Object.entries(data).map(([name, value]) => {
    if (typeof value !== 'string' || !hasTag(value)) return [name, value];
    if (isPartOfTag(value) || namesIn(value).some((one) => one !== 'env' && data[one] === undefined)) {
      note(`${where}: what is between braces in “${name}” isn’t a variable, and is sent as it is written.`);
      return [name, value];
    }
    return [name, withinLength(fill(value, `${where}, “${name}”`))];
  });
  return Object.fromEntries(entries) as Fields;
}

function withNames(given: Fields): Fields {
  const data: Record<string, unknown> = { ...given };
  for (let round = 0; round < rounds; round += 1) {
    const before = JSON.stringify(data);
    for (const [name, value] of Object.entries(data)) {
      const [tag, other = ''] = typeof value === 'string' ? (plainTag.exec(value) ?? []) : [];
      if (typeof value !== 'string' || tag === undefined || data[other] === undefined) continue;
      data[name] = withinLength(value.replace(tag, () => wordOf(data[other])));
    }
    if (JSON.stringify(data) === before) break;
  }
  return data;
}

/** As a text is made of it in the middle of another. */
const wordOf = (value: unknown): string => (typeof value === 'string' ? value : String(value));

const hasTag = (value: string): boolean => /\{\{|\{%|\{#/.test(value);
/** Braces that are not closed on their line are braces. */
const isPartOfTag = (value: string): boolean => /(\{%[^%]*$|\{\{[^}]*$|\{#[^#]*$)/m.test(value);

/** The names that templates begin with: what a condition or a loop asks for, and each variable. */
function namesIn(value: string): readonly string[] {
  const found = value
    .replace(/\{#[\s\S]*?#\}/g, '')
    .matchAll(/\{\{-?\s*([A-Za-z_]\w*)|\{%-?\s*(?:if|for\s+[\w, ]+\s+in)\s+([A-Za-z_]\w*)/g);
  const made = [...value.matchAll(/\{%-?\s*(?:for|set)\s+([\w, ]+?)\s*(?:in\b|=)/g)].flatMap(
    ([, list = '']) => list.split(',').map((name) => name.trim()),
  );
  return [...found]
    .map(([, one, other]) => one ?? other ?? '')
    .filter((name) => !made.includes(name) && name !== 'loop');
}

function withinLength(text: string): string {
  if (text.length <= limits.messageCharacters) return text;
  throw new ExperimentFileError('A variable is too long once it is filled in.');
}

/** Data as the texts that are kept with a case. */
export const textsOf = (data: Fields): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(data).map(([name, value]) => [name, textOfValue(value)]));
