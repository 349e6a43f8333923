/**
 * A saved prompt as a `.prompt` file: YAML between two lines of `---`, then the template. The form is that of
 * https://google.github.io/dotprompt/reference/frontmatter/ ; of its fields only the name is read, and our tags and note
 * stand below `ext`, which others leave alone. Variables are written alike here and there.
 */
import { AppError } from '../../../shared/errors';
import { safeFileName } from '../../../shared/media/file-name';
import { type Prompt, promptLimits } from '../../../shared/run/prompts';
import type { Ports } from '../ports/ports';

const ending = '.prompt';
const frontMatter = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

export function promptFile({ name, text, tags }: Pick<Prompt, 'name' | 'text' | 'tags'>) {
  // JSON is YAML, so values need no writer of their own.
  const lines = [
    `name: ${JSON.stringify(name)}`,
    ...(tags.length === 0 ? [] : ['ext:', '  gatehouse:', `    tags: ${JSON.stringify(tags)}`]),
  ];
  return { name: safeFileName(name, ending.slice(1)), text: ['---', ...lines, '---', text].join('\n') };
}

interface FileOfPrompt {
  readonly name: string | null;
  readonly text: string;
  readonly tags: readonly string[] | null;
  readonly note: string | null;
}

/** @throws AppError `invalid_input` */
export function readPromptFile(file: string, readYaml: Ports['readYaml']): FileOfPrompt {
  const found = frontMatter.exec(file);
  const text = found === null ? file : file.slice(found[0].length);
  if (text.trim() === '') throw refused('The file has no prompt.');
  if (text.length > promptLimits.textCharacters) throw refused('The prompt of the file is too long.');
  const fields = found === null ? {} : record(readFields(found[1] ?? '', readYaml));
  const own = record(record(fields.ext).gatehouse);
  const tags = Array.isArray(own.tags) ? own.tags.filter((tag) => typeof tag === 'string') : null;
  const cut = (value: unknown, most: number) =>
    typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, most) : null;
  return {
    name: cut(fields.name, promptLimits.nameCharacters),
    text,
    tags,
    note: cut(own.note, promptLimits.noteCharacters),
  };
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
