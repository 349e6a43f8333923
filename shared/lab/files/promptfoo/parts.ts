/** Parts of a configuration of promptfoo that are files of their own, and their names as `file://…`. */
import { isBelow, isPattern, plainName } from '../name-pattern';
import { ExperimentFileError, type FileReading, isFields } from '../reading';

/** The name of a file that a text is; `null` where it is another text. */
export const fileNameIn = (value: unknown): string | null =>
  typeof value === 'string' && value.startsWith('file://') ? plainName(value.slice('file://'.length)) : null;

/** The text of another file. @throws ExperimentFileError */
export function readNamed(name: string, readOther: FileReading['readOther']): string {
  requireBelow(name);
  const text = readOther(name);
  if (text === null) throw new ExperimentFileError(`Couldn’t read “${name}”, which the file names.`);
  return text;
}

/** The files that a name or a pattern means. @throws ExperimentFileError where there is none */
export function namesOf(name: string, what: string, { list }: FileReading): readonly string[] {
  if (!isPattern(name)) return [name];
  requireBelow(name);
  const names = list(name);
  if (names.length > 0) return names;
  throw new ExperimentFileError(`No file matches “${name}”, which the file names as its ${what}.`);
}

function requireBelow(name: string): void {
  if (isBelow(name)) return;
  throw new ExperimentFileError(
    `“${name}” is outside the folder of the file, and is not read. Move it there, or below.`,
  );
}

/** What a file says: YAML and JSON as data, other texts as they are. @throws ExperimentFileError for programs and pictures */
export function partIn(name: string, what: string, { readOther, readYaml }: FileReading): unknown {
  if (!/\.(ya?ml|json|txt|md)$/i.test(name))
    throw new ExperimentFileError(`“${name}” can’t be read as ${what}: use YAML, JSON or text.`);
  const text = readNamed(name, readOther);
  if (!/\.(ya?ml|json)$/i.test(name)) return text.trim();
  try {
    return readYaml(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ExperimentFileError(`“${name}” can’t be read: ${why}`);
  }
}

/** A part, or each of a list, that may be in files; what a file holds is the part. */
export function partsIn(raw: unknown, what: string, reading: FileReading): readonly unknown[] {
  const entries: readonly unknown[] = Array.isArray(raw)
    ? raw
    : raw === undefined || raw === null
      ? []
      : [raw];
  return entries.flatMap((entry) => {
    const name = fileNameIn(entry);
    if (name === null) return [entry];
    return namesOf(name, what, reading).flatMap((one) => {
      const part = partIn(one, what, reading);
      return Array.isArray(part) ? (part as readonly unknown[]) : [part];
    });
  });
}

/** The same value with each `file://…` in it replaced by what that file says: tools, schemas, texts. */
export function withParts(value: unknown, what: string, reading: FileReading): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => withParts(one, what, reading));
  if (isFields(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, withParts(one, what, reading)]),
    );
  const name = fileNameIn(value);
  return name === null ? value : partIn(name, what, reading);
}
