/**
 * JavaScript in files: `file://check.js` and `file://check.js:name` as the code of an assertion, of a transform, of
 * variables and of prompts. What it exports is called where the code would run, in the same sandbox.
 * https://www.promptfoo.dev/docs/configuration/expected-outputs/javascript/
 */
import { plainName } from '../name-pattern';
import { type Fields, type FileReading, isFields } from '../reading';
import { moduleCode } from './modules';

const codeFile = /^(?:file:\/\/)?(.+\.[cm]?js)(?::([\w$]+))?$/i;

/** The file and the function that a value names; `null` where it names no JavaScript. */
export function codeFileIn(value: unknown): { readonly file: string; readonly name?: string } | null {
  const [, file = '', name] = typeof value === 'string' ? (codeFile.exec(value.trim()) ?? []) : [];
  if (file === '') return null;
  return { file: plainName(file), ...(name !== undefined && { name }) };
}

/** The code in place of the file that a value names; any other value as it is. @throws ExperimentFileError where it is missing */
export function withCode(value: unknown, reading: Pick<FileReading, 'readOther'>): unknown {
  const named = typeof value === 'string' && value.trim().startsWith('file://') ? codeFileIn(value) : null;
  // What imports a package stays a file of its own, and what it judges is unclear.
  const found = named && functionOf(named, reading);
  return found === null ? value : `${found}\nreturn check(output, context);`;
}

/** Lines that end with the constant `check`, the function that a file exports; `null` where it imports a package. */
export function functionOf(
  { file, name }: { readonly file: string; readonly name?: string },
  reading: Pick<FileReading, 'readOther'>,
): string | null {
  const code = moduleCode(file, reading);
  if (code === null) return null;
  const key = JSON.stringify(name ?? 'default');
  const missing = JSON.stringify(`the file exports no function${name === undefined ? '' : ` “${name}”`}`);
  return `const all = (() => {
${code}
})();
const check = [all[${key}], all.default?.[${key}], ${name === undefined ? 'all' : 'null'}].find((one) => typeof one === 'function');
if (check === undefined) throw new TypeError(${missing});`;
}

/** A test, or what counts for all, with the code of the files that change its answers and its variables. */
export function withTransforms(test: Fields, reading: Pick<FileReading, 'readOther'>): Fields {
  const { options } = test;
  if (!isFields(options)) return test;
  const names = ['transform', 'postprocess', 'transformVars'].filter((name) => options[name] !== undefined);
  const read = names.map((name) => [name, withCode(options[name], reading)]);
  return { ...test, options: { ...options, ...Object.fromEntries(read) } };
}
