/** The texts of prompts that are in files, each with its label where the file has one. */
import { readCsv } from '../../csv';
import { plainName } from '../name-pattern';
import { ExperimentFileError, type FileReading, isFields } from '../reading';
import { namesOf, readNamed } from './parts';

export interface PromptText {
  readonly text: string;
  readonly label: string | null;
}

const textFile = /\.(txt|md|j2|json|jsonl|csv|ya?ml)$/i;
const program = /^exec:|^[^\s{}]+\.(js|cjs|mjs|ts|py|rb|sh|bash|pl)(:\w+)?$/i;
const elsewhere = /^(langfuse|portkey|helicone|https?|huggingface):\/\//i;

const plain = (text: string): PromptText => ({ text, label: null });

/** Files that name files of prompts: no suite goes deeper, and some name each other in a circle. */
const deepest = 5;

/**
 * @param through the files that led to it, from the outermost on
 * @throws ExperimentFileError where it is a program, or a file that can't be read
 */
export function textsOf(
  written: string,
  reading: FileReading,
  through: readonly string[] = [],
): readonly PromptText[] {
  const isOneWord = /^[^\s{}]+$/.test(written);
  if (program.test(written))
    throw new ExperimentFileError(`“${written}” is a program that writes prompts, and is not run here.`);
  if (isOneWord && elsewhere.test(written))
    throw new ExperimentFileError(
      `“${written}” is elsewhere, and is not read. Copy the prompt into the file.`,
    );
  const isNamed = written.startsWith('file://');
  if (!isNamed && !(isOneWord && textFile.test(written))) return [plain(written)];
  const name = plainName(written.replace(/^file:\/\//, ''));
  const pattern = name.endsWith('/') ? `${name}*.{txt,md,j2,json,jsonl,csv,yaml,yml}` : name;
  return namesOf(pattern, 'prompts', reading).flatMap((one) => textsOfFile(one, reading, through));
}

function textsOfFile(name: string, reading: FileReading, through: readonly string[]): readonly PromptText[] {
  if (through.includes(name) || through.length >= deepest)
    throw new ExperimentFileError(
      `“${name}” is named through ${through.map((one) => `“${one}”`).join(', ')}. Name files of prompts in the suite itself.`,
    );
  if (!textFile.test(name))
    throw new ExperimentFileError(
      `Prompts of “${name}” can’t be read: use TXT, MD, JSON, JSONL, YAML or CSV.`,
    );
  const text = readNamed(name, reading.readOther);
  if (/\.txt$/i.test(name)) return ofPlainText(text);
  if (/\.(md|j2)$/i.test(name)) return [plain(text.trim())];
  if (/\.jsonl$/i.test(name))
    return text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map(plain);
  if (/\.csv$/i.test(name)) return ofTable(text);
  return /\.ya?ml$/i.test(name) ? ofYaml(text, [...through, name], reading) : [plain(text)];
}

/** Several prompts where a line of three dashes is between them, which is part of the text in other files. */
const ofPlainText = (text: string): readonly PromptText[] =>
  text
    .replaceAll('\r\n', '\n')
    .split(/^[ \t]*---[ \t]*$/m)
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map(plain);

/** The column `prompt`, with `label` beside it; a table without one has a prompt in each line. */
function ofTable(text: string): readonly PromptText[] {
  const rows = readCsv(text);
  const [first = []] = rows;
  const columns = first.map((cell) => cell.trim().toLowerCase());
  const at = columns.indexOf('prompt');
  if (at === -1) return rows.map(([prompt = '']) => plain(prompt));
  const label = columns.indexOf('label');
  return rows.slice(1).map((row) => ({ text: row[at] ?? '', label: row[label]?.trim() || null }));
}

/** A list of prompts, or one of messages. */
function ofYaml(text: string, through: readonly string[], reading: FileReading): readonly PromptText[] {
  const name = through.at(-1) ?? '';
  let read: unknown = null;
  try {
    read = reading.readYaml(text);
  } catch {
    return [plain(text)];
  }
  if (!Array.isArray(read) || read.some((one) => isFields(one) && 'role' in one)) return [plain(text)];
  return read.flatMap((entry: unknown) => {
    const { raw, prompt, id, label } = isFields(entry) ? entry : { raw: entry };
    const written = raw ?? prompt ?? id;
    if (typeof written !== 'string') throw new ExperimentFileError(`A prompt of “${name}” can’t be read.`);
    const own = typeof label === 'string' ? label : null;
    return textsOf(written, reading, through).map((one) => ({ ...one, label: one.label ?? own }));
  });
}
