/**
 * The tests of a configuration of promptfoo: in the file, and in the files that it names, also by patterns.
 * https://www.promptfoo.dev/docs/configuration/test-cases/
 */
import { type CasePlan, experimentLimits } from '../../experiment';
import { plainName } from '../name-pattern';
import {
  allOf,
  ExperimentFileError,
  type Fields,
  type FileReading,
  isFields,
  type Note,
  noteUnread,
} from '../reading';
import { aroundsOfCsv, casesOfCsv, ofJsonLines } from '../table';
import { isWorkbookName } from '../workbook-name';
import { parsedEnd } from './changed-vars';
import { codeFileIn, functionOf } from './code-files';
import { namesOf, readNamed } from './parts';

export interface TestSource {
  readonly reading: FileReading;
  readonly note: Note;
}

/** Files may name files; one that names itself would have no end. */
const deepest = 5;

/** @throws ExperimentFileError where a file of it can't be read: a suite that runs in part would look as if it passed */
export function testsIn(raw: unknown, source: TestSource, depth = 0): readonly Fields[] {
  const entries = Array.isArray(raw) ? raw : raw === undefined || raw === null ? [] : [raw];
  return allOf(entries, 'tests', experimentLimits.cases, (entry: unknown) => {
    const name = fileIn(entry, source.note);
    if (name !== null)
      return namesOf(inFolder(name), 'tests', source.reading).flatMap((one) =>
        testsOfFile(one, source, depth + 1, isFields(entry) ? entry.config : undefined),
      );
    if (isFields(entry)) return [entry];
    throw new ExperimentFileError('A test is neither fields nor the name of a file.');
  });
}

/** The file that a test is; `null` where it is none. */
function fileIn(entry: unknown, note: Note): string | null {
  const path = isFields(entry) ? entry.path : entry;
  if (typeof path !== 'string') return null;
  if (isFields(entry)) noteUnread(entry, ['path', 'config'], `“${path}”`, note);
  return plainName(path.replace(/^file:\/\//, ''));
}

/** A folder is the files in it that can hold tests. */
const inFolder = (name: string): string =>
  name.endsWith('/') ? `${name}*.{csv,json,jsonl,xlsx,yaml,yml}` : name;

function testsOfFile(name: string, source: TestSource, depth: number, config: unknown): readonly Fields[] {
  const { reading, note } = source;
  const code = reading.runs === undefined ? null : codeFileIn(name);
  if (code !== null) return testsOfCode(code, config, reading);
  if (/^https?:/.test(name))
    throw new ExperimentFileError(
      `“${name}” is elsewhere, and is not read. Save it as CSV in the folder of the file.`,
    );
  if (!isWorkbookName(name) && !/\.(csv|jsonl|ya?ml|json)$/i.test(name))
    throw new ExperimentFileError(`Tests of “${name}” can’t be read: use CSV, XLSX, JSONL, YAML or JSON.`);
  if (depth > deepest) throw new ExperimentFileError(`“${name}” is named by too many files in a row.`);
  const text = readNamed(name, reading.readOther);
  if (/\.csv$/i.test(name)) return testsOfTable(text, note);
  if (isWorkbookName(name)) return testsOfTable(text, note, '\t');
  if (/\.jsonl$/i.test(name)) return ofJsonLines(text, { readTest: (raw) => [raw], ofCase: asTest, note });
  return testsIn(reading.readYaml(text), source, depth);
}

/** The tests that a function of a file returns. */
function testsOfCode(
  named: NonNullable<ReturnType<typeof codeFileIn>>,
  config: unknown,
  reading: FileReading,
): readonly Fields[] {
  const code = functionOf(named, reading);
  if (code === null)
    throw new ExperimentFileError(
      `“${named.file}” imports a package, which isn’t here. Write its tests into a file.`,
    );
  const source = `${code}\nreturn Promise.resolve(check(args.config)).then((made) => JSON.stringify({ made: made ?? null }));`;
  const made = parsedEnd(`“${named.file}”`, () => reading.runs?.call(source, { config }) ?? '');
  if (made === undefined) return [];
  if (Array.isArray(made) && made.every(isFields)) return made;
  throw new ExperimentFileError(`“${named.file}” returned no list of tests.`);
}

function testsOfTable(text: string, note: Note, mark?: string): readonly Fields[] {
  const arounds = aroundsOfCsv(text, mark);
  return casesOfCsv(text, note, mark).map((one, at) => {
    const options = arounds[at] ?? {};
    return { ...asTest(one), ...(Object.keys(options).length > 0 && { options }) };
  });
}

const asTest = ({ variables, assertions, threshold, note: description, tags }: CasePlan): Fields => ({
  vars: variables,
  ...(assertions.length > 0 && { assert: assertions }),
  ...(threshold !== null && { threshold }),
  description,
  ...(tags.length > 0 && { metadata: { tags } }),
});
