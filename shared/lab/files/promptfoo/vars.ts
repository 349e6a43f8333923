/** The variables of a test of promptfoo: in the test, or in files that it names. */
import { isBelow, isPattern, plainName } from '../name-pattern';
import {
  ExperimentFileError,
  type Fields,
  type FileReading,
  isFields,
  type Note,
  textOfValue,
} from '../reading';
import { codeFileIn } from './code-files';
import { namesOf, partIn } from './parts';

/** Fields as they are; a text or a list of texts names files that have them. @throws ExperimentFileError */
export function varsIn({ vars }: Fields, reading: FileReading): Fields {
  if (vars === undefined || vars === null) return {};
  if (isFields(vars)) return vars;
  const names: readonly unknown[] = Array.isArray(vars) ? vars : [vars];
  const files = names.flatMap((name) => {
    if (typeof name !== 'string')
      throw new ExperimentFileError('“vars” is neither fields nor a file of them.');
    return namesOf(plainName(name.replace(/^file:\/\//, '')), 'variables', reading);
  });
  const read = files.map((name) => {
    const part = partIn(name, 'variables', reading);
    if (isFields(part)) return part;
    throw new ExperimentFileError(`“${name}” has no fields that could be variables.`);
  });
  return Object.assign({}, ...read) as Fields;
}

/**
 * A variable whose value is `file://…` is what that file holds: its text, or what JSON and YAML say. A pattern is a list of
 * the files that it means.
 */
export function withFiles(vars: Fields, reading: FileReading, note: Note): Fields {
  const readValue = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.flatMap(readValue);
    if (typeof value !== 'string' || !value.startsWith('file://')) return value;
    if (reading.runs !== undefined && codeFileIn(value) !== null) return value;
    const name = plainName(value.slice('file://'.length));
    if (!isPattern(name) || !isBelow(name)) return textIn(name, value, reading, note);
    return namesOf(name, 'variables', reading).map((one) => textIn(one, `file://${one}`, reading, note));
  };
  return Object.fromEntries(Object.entries(vars).map(([name, value]) => [name, readValue(value)]));
}

function textIn(name: string, value: string, { readOther, readYaml }: FileReading, note: Note): unknown {
  const isRead = isBelow(name) && /\.(txt|md|json|ya?ml|html?|xml|csv)$/i.test(name);
  const text = isRead ? readOther(name) : null;
  if (text === null) {
    note(`“${value}” of a variable can’t be read, and is sent as it is written.`);
    return value;
  }
  return /\.ya?ml$/i.test(name) ? textOfValue(readYaml(text)) : text.trim();
}
