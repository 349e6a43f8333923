/**
 * The tests of a configuration of promptfoo: in the file, and in the files that it names, also by patterns.
 * https://www.promptfoo.dev/docs/configuration/test-cases/
 */
import type { CasePlan } from '../experiment';
import { isBelow, isPattern, plainName } from './name-pattern';
import {
  ExperimentFileError,
  type Fields,
  type FileReading,
  isFields,
  type Note,
  noteUnread,
} from './reading';
import { casesOfCsv, casesOfJsonLines } from './table';
import { isWorkbookName } from './workbook-name';

export interface TestSource {
  readonly reading: FileReading;
  readonly note: Note;
  readonly readTest: (raw: Fields, where: string) => readonly CasePlan[];
}

/** Files may name files; one that names itself would have no end. */
const deepest = 5;

/** @throws ExperimentFileError where a file of it can't be read: a suite that runs in part would look as if it passed */
export function testsIn(raw: unknown, source: TestSource, depth = 0): readonly Fields[] {
  const entries = Array.isArray(raw) ? raw : raw === undefined || raw === null ? [] : [raw];
  return entries.flatMap((entry: unknown) => {
    const name = fileIn(entry, source.note);
    if (name !== null)
      return namesOf(name, source.reading).flatMap((one) => testsOfFile(one, source, depth + 1));
    if (isFields(entry)) return [entry];
    source.note('A test that is no object is not read.');
    return [];
  });
}

/** The file that a test is; `null` where it is none. */
function fileIn(entry: unknown, note: Note): string | null {
  const path = isFields(entry) ? entry.path : entry;
  if (typeof path !== 'string') return null;
  if (isFields(entry)) noteUnread(entry, ['path'], `“${path}”`, note);
  return plainName(path.replace(/^file:\/\//, ''));
}

function namesOf(name: string, { list }: FileReading): readonly string[] {
  const pattern = name.endsWith('/') ? `${name}*.{csv,json,jsonl,xlsx,yaml,yml}` : name;
  if (!isPattern(pattern)) return [name];
  requireBelow(pattern);
  const names = list(pattern);
  if (names.length > 0) return names;
  throw new ExperimentFileError(`No file matches “${name}”, which the file names as its tests.`);
}

/** The text of another file. @throws ExperimentFileError */
export function readNamed(name: string, readOther: FileReading['readOther']): string {
  requireBelow(name);
  const text = readOther(name);
  if (text === null) throw new ExperimentFileError(`Couldn’t read “${name}”, which the file names.`);
  return text;
}

function requireBelow(name: string): void {
  if (isBelow(name)) return;
  throw new ExperimentFileError(
    `“${name}” is outside the folder of the file, and is not read. Move it there, or below.`,
  );
}

function testsOfFile(name: string, source: TestSource, depth: number): readonly Fields[] {
  const { reading, note, readTest } = source;
  if (!isWorkbookName(name) && !/\.(csv|jsonl|ya?ml|json)$/i.test(name))
    throw new ExperimentFileError(`Tests of “${name}” can’t be read: use CSV, XLSX, JSONL, YAML or JSON.`);
  if (depth > deepest) throw new ExperimentFileError(`“${name}” is named by too many files in a row.`);
  const text = readNamed(name, reading.readOther);
  if (/\.csv$/i.test(name)) return asTests(casesOfCsv(text, note));
  if (isWorkbookName(name)) return asTests(casesOfCsv(text, note, '\t'));
  if (/\.jsonl$/i.test(name))
    return asTests(casesOfJsonLines(text, (raw) => readTest(raw, `“${name}”`), note));
  return testsIn(reading.readYaml(text), source, depth);
}

const asTests = (cases: readonly CasePlan[]): readonly Fields[] =>
  cases.map(({ variables, assertions, threshold, note: description }) => ({
    vars: variables,
    assert: assertions,
    ...(threshold !== null && { threshold }),
    description,
  }));
