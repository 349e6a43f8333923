/**
 * A saved prompt as a `.prompt` file: YAML between two lines of `---`, then the template. The form is that of
 * https://google.github.io/dotprompt/reference/frontmatter/ ; of its fields the name and the defaults of variables are read,
 * and our tags and note are below `ext`, which others leave alone. Variables are written alike here and there; what else a
 * file has is named.
 */
import { AppError } from '../../../shared/errors';
import { safeFileName } from '../../../shared/media/file-name';
import { type Prompt, type PromptVersion, promptLimits } from '../../../shared/run/prompts';
import type { Ports } from '../ports/ports';

const ending = '.prompt';
const frontMatter = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

type Written = Pick<Prompt, 'name' | 'text' | 'tags'> & Pick<PromptVersion, 'note'>;

export function promptFile({ name, text, tags, note }: Written) {
  // JSON is YAML, so values need no writer of their own.
  const own = [
    ...(tags.length === 0 ? [] : [`    tags: ${JSON.stringify(tags)}`]),
    ...(note === '' ? [] : [`    note: ${JSON.stringify(note)}`]),
  ];
  const lines = [
    `name: ${JSON.stringify(name)}`,
    ...(own.length === 0 ? [] : ['ext:', '  gatehouse:', ...own]),
  ];
  return { name: safeFileName(name, ending.slice(1)), text: ['---', ...lines, '---', text].join('\n') };
}

interface FileOfPrompt {
  readonly name: string | null;
  readonly text: string;
  readonly tags: readonly string[] | null;
  readonly note: string | null;
  /** A sentence for each thing that is not read. */
  readonly notes: readonly string[];
}

/** @throws AppError `invalid_input` */
export function readPromptFile(file: string, readYaml: Ports['readYaml']): FileOfPrompt {
  const found = frontMatter.exec(file);
  const written = found === null ? file : file.slice(found[0].length);
  if (written.trim() === '') throw refused('The file has no prompt.');
  const fields = found === null ? {} : record(readFields(found[1] ?? '', readYaml));
  const text = withDefaults(written, record(record(fields.input).default));
  if (text.length > promptLimits.textCharacters) throw refused('The prompt of the file is too long.');
  const own = record(record(fields.ext).gatehouse);
  const tags = Array.isArray(own.tags) ? own.tags.filter((tag) => typeof tag === 'string') : null;
  const cut = (value: unknown, most: number) =>
    typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, most) : null;
  return {
    name: cut(fields.name, promptLimits.nameCharacters),
    text,
    tags,
    note: cut(own.note, promptLimits.noteCharacters),
    notes: [...unreadFields(fields), ...unreadHelpers(text)],
  };
}

/** Defaults of variables that have none in the template: `{{city}}` becomes `{{city=Bern}}`. */
function withDefaults(text: string, defaults: Readonly<Record<string, unknown>>): string {
  return text.replace(/\{\{\s*([A-Za-z_]\w*)\s*\}\}/g, (tag, name: string) => {
    const value = Object.hasOwn(defaults, name) ? defaults[name] : undefined;
    const isPlain = ['string', 'number', 'boolean'].includes(typeof value);
    return isPlain && !/[{}\r\n]/.test(String(value)) ? `{{${name}=${String(value)}}}` : tag;
  });
}

/** What a saved prompt has no place for: it is a text, and the model is chosen where it is used. */
function unreadFields({ name: _name, ext, input, ...others }: Readonly<Record<string, unknown>>) {
  const { gatehouse: _own, ...otherExt } = record(ext);
  const { default: _default, ...otherInput } = record(input);
  const names = [
    ...Object.keys(others),
    ...Object.keys(otherInput).map((one) => `input.${one}`),
    ...Object.keys(otherExt).map((one) => `ext.${one}`),
  ];
  if (names.length === 0) return [];
  const listed = names.map((one) => `“${one}”`).join(', ');
  return [`${listed} of the file is not read: choose the model and its settings where you use the prompt.`];
}

/** Helpers of Handlebars aren’t variables, and stay in the text. */
function unreadHelpers(text: string): readonly string[] {
  const found =
    text.match(
      /\{\{\{[^{}]*\}\}\}|\{\{\s*(?:[#/>^!&~]|(?:role|media|history|section|json|else)\b)[^{}]*\}\}/g,
    ) ?? [];
  const names = [...new Set(found)].slice(0, 5).map((one) => `“${one.slice(0, 60)}”`);
  if (names.length === 0) return [];
  return [`${names.join(', ')} can’t be filled in here. Edit the prompt: it is one message with variables.`];
}

function readFields(yaml: string, readYaml: Ports['readYaml']): unknown {
  try {
    return readYaml(yaml);
  } catch {
    throw refused('The beginning of the file, between the lines of ---, is not YAML.');
  }
}

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};

const refused = (message: string) => new AppError({ code: 'invalid_input', field: 'text', message });

/** The name of a file without its ending, as the name of its prompt. */
export const nameOfFile = (fileName: string): string =>
  fileName.endsWith(ending) ? fileName.slice(0, -ending.length) || fileName : fileName;
