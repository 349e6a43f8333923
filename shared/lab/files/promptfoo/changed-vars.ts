/** The variables of a case that code of the file makes: `transformVars`, and files of JavaScript in place of values. */
import { ExperimentFileError, type Fields, type FileReading, isFields } from '../reading';
import { codeFileIn, functionOf } from './code-files';

const runner = `
const { vars, body } = args;
const context = { prompt: {}, uuid: 'gatehouse', vars };
const made = new Function('output', 'context', 'vars', 'process', body)(vars, context, vars, { env: {} });
return Promise.resolve(made).then((one) => JSON.stringify({ made: one ?? null }));`;

/** What the code makes of the variables. @throws ExperimentFileError where it fails, since another prompt would be sent */
export function changedVars(vars: Fields, code: string | null, { runs }: FileReading, where: string): Fields {
  if (code === null) return vars;
  if (runs === undefined) throw new ExperimentFileError(`${where}: “transformVars” can’t be run here.`);
  const body = code.includes('\n') ? code : `return ${code}`;
  const made = parsedEnd(`${where}: “transformVars”`, () => runs.call(runner, { vars, body }));
  if (made === undefined) return vars;
  if (isFields(made)) return made;
  throw new ExperimentFileError(`${where}: “transformVars” returned no fields.`);
}

/** A variable whose value is a file of JavaScript is what its function returns as `output`. */
export function valueOfCode(name: string, value: string, vars: Fields, reading: FileReading): string | null {
  const named = value.startsWith('file://') ? codeFileIn(value) : null;
  if (named === null || reading.runs === undefined) return null;
  const { runs } = reading;
  const code = functionOf(named, reading);
  if (code === null)
    throw new ExperimentFileError(`“${value}” of a variable imports a package, which isn’t here.`);
  const source = `${code}
return Promise.resolve(check(args.name, args.prompt, args.vars, undefined)).then((one) => JSON.stringify({ made: one ?? null }));`;
  const made = parsedEnd(`“${value}” of a variable`, () => runs.call(source, { name, prompt: '', vars }));
  if (made === undefined) return '';
  if (isFields(made) && typeof made.output === 'string' && made.output !== '') return made.output;
  throw new ExperimentFileError(`“${value}” of a variable returned no “output”.`);
}

/** What code returned as data; `undefined` while it has still to run. @throws ExperimentFileError */
export function parsedEnd(what: string, run: () => string): unknown {
  try {
    const text = run();
    return text === '' ? undefined : (JSON.parse(text) as { readonly made?: unknown }).made;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ExperimentFileError(`${what} failed: ${why}`);
  }
}
