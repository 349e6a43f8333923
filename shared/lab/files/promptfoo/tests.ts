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
import { casesOfCsv, ofJsonLines } from '../table';
import { isWorkbookName } from '../workbook-name';
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
        testsOfFile(one, source, depth + 1),
      );
    if (isFields(entry)) return [entry];
    throw new ExperimentFileError('A test is neither fields nor the name of a file.');
  });
}

/** The file that a test is; `null` where it is none. */
function fileIn(entry: unknown, note: Note): string | null {
  const path = isFields(entry) ? entry.path : entry;
  if (typeof path !== 'string') return null;
  if (isFields(entry)) noteUnread(entry, ['path'], `“${path}”`, note);
  return plainName(path.replace(/^file:\/\//, ''));
}

/** A folder is the files in it that can hold tests. */
const inFolder = (name: string): string =>
  name.endsWith('/') ? `${name}*.{csv,json,jsonl,xlsx,yaml,yml}` : name;

function testsOfFile(name: string, source: TestSource, depth: number): readonly Fields[] {
  const { reading, note } = source;
  if (!isWorkbookName(name) && !/\.(csv|jsonl|ya?ml|json)$/i.test(name))
    throw new ExperimentFileError(`Tests of “${name}” can’t be read: use CSV, XLSX, JSONL, YAML or JSON.`);
  if (depth > deepest) throw new ExperimentFileError(`“${name}” is named by too many files in a row.`);
  const text = readNamed(name, reading.readOther);
  if (/\.csv$/i.test(name)) return casesOfCsv(text, note).map(asTest);
  if (isWorkbookName(name)) return casesOfCsv(text, note, '\t').map(asTest);
  if (/\.jsonl$/i.test(name)) return ofJsonLines(text, { readTest: (raw) => [raw], ofCase: asTest, note });
  return testsIn(reading.readYaml(text), source, depth);
}

const asTest = ({ variables, assertions, threshold, note: description, tags }: CasePlan): Fields => ({
  vars: variables,
  ...(assertions.length > 0 && { assert: assertions }),
  ...(threshold !== null && { threshold }),
  description,
  ...(tags.length > 0 && { metadata: { tags } }),
});
