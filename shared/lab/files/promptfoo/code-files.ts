/**
 * JavaScript in files: `file://check.js` and `file://check.js:name` as the code of an assertion or of a transform. What it
 * exports is called where the code would run, in the same sandbox: nothing can be imported there.
 * https://www.promptfoo.dev/docs/configuration/expected-outputs/javascript/
 */
import { plainName } from '../name-pattern';
import { type Fields, type FileReading, isFields } from '../reading';
import { readNamed } from './parts';

const codeFile = /^file:\/\/(.+\.[cm]?js)(?::([\w$]+))?$/i;
/** What its sandbox can't do. */
const imports = /^\s*(?:import\s|export\s+\*|export\s*\{[^}]*\}\s*from\b)/m;

/** The code in place of the file that a value names; any other value as it is. @throws ExperimentFileError where it is missing */
export function withCode(value: unknown, { readOther }: Pick<FileReading, 'readOther'>): unknown {
  const [, file = '', name] = typeof value === 'string' ? (codeFile.exec(value.trim()) ?? []) : [];
  if (file === '') return value;
  const source = readNamed(plainName(file), readOther);
  // It stays a file of its own, and what it judges is unclear.
  return imports.test(source) ? value : calling(source, name);
}

/** The body of a function that calls what the file exports with `output` and `context`. */
function calling(source: string, name: string | undefined): string {
  const key = JSON.stringify(name ?? 'default');
  const missing = JSON.stringify(`the file exports no function${name === undefined ? '' : ` “${name}”`}`);
  return `const module = { exports: {} };
((module, exports) => {
${withoutExports(source)}
})(module, module.exports);
const all = module.exports;
const check = [all[${key}], all.default?.[${key}], ${name === undefined ? 'all' : 'null'}].find((one) => typeof one === 'function');
if (check === undefined) throw new TypeError(${missing});
return check(output, context);`;
}

/** `export` at the begin of a line as an assignment: code that is called isn’t a module. */
const withoutExports = (source: string): string =>
  source
    .replace(/^export\s+default\s+/gm, 'exports.default = ')
    .replace(/^export\s+((?:async\s+)?function\s*\*?\s*([\w$]+))/gm, 'exports.$2 = $2; $1')
    .replace(/^export\s+(?:const|let|var)\s+([\w$]+)\s*=/gm, 'const $1 = exports.$1 =')
    .replace(/^export\s*\{([^}]*)\}\s*;?/gm, (_, list: string) => list.split(',').map(assigned).join(' '));

/** `a` and `a as b`. */
function assigned(entry: string): string {
  const [own = '', other = own] = entry.trim().split(/\s+as\s+/);
  return own === '' ? '' : `exports[${JSON.stringify(other)}] = ${own};`;
}

/** A test, or what counts for all, with the code of the files that change its answers. */
export function withTransforms(test: Fields, reading: Pick<FileReading, 'readOther'>): Fields {
  if (!isFields(test.options)) return test;
  const { transform, postprocess, ...options } = test.options;
  return {
    ...test,
    options: {
      ...options,
      ...(transform !== undefined && { transform: withCode(transform, reading) }),
      ...(postprocess !== undefined && { postprocess: withCode(postprocess, reading) }),
    },
  };
}
