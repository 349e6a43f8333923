/**
 * What changes an answer before it is judged: JavaScript as promptfoo runs it, an expression, or the body of a function
 * where it has several lines, of `output` and `context`. The code is run by who is given, apart from the app.
 * https://www.promptfoo.dev/docs/configuration/guide/#transforming-outputs
 */
import { readCodeEnd, unreadableEnd } from './code-end';
import { needsMore, type RunCode } from './javascript';

/** An answer as code gets it. */
export interface CodeInput {
  readonly output: string;
  /** What the answer is where it is more than a text. */
  readonly data?: unknown;
  readonly vars: Readonly<Record<string, unknown>>;
  readonly prompt: string;
}

export interface Transformed {
  /** What the code returned: a text, or anything else as JSON. */
  readonly output: string;
  /** The same as data, where it isn’t a text. */
  readonly data?: unknown;
}

/** As in promptfoo, code that fails is an error of the test and no verdict on the answer. */
export interface NotTransformed {
  readonly why: string;
}

/** The code is data here too, so that nothing it holds can close the function around it. */
const runner = `
const change = async ({ value, bodies, context }) => {
  let changed = value;
  for (const body of bodies) {
    changed = await new Function('output', 'context', 'process', body)(changed, context, { env: {} });
    if (changed === null || changed === undefined) return { error: 'it returned nothing' };
    changed = JSON.parse(JSON.stringify(changed));
  }
  return { changed };
};
return change(args).catch((error) => ({ error: String(error) })).then((end) => JSON.stringify(end));`;

/** Runs one after the other, each on what the one before it returned. */
export async function transformed(
  codes: readonly string[],
  { output, data, vars, prompt }: CodeInput,
  runCode: RunCode,
): Promise<Transformed | NotTransformed> {
  const bodies = codes.map((code) => (code.includes('\n') ? code : `return ${code}`));
  const given = { value: data ?? output, bodies, context: { vars, prompt: { raw: prompt, label: prompt } } };
  const end = await runCode(runner, JSON.stringify(given));
  if ('error' in end) return { why: `The transform can’t be run: ${end.error}` };
  const said = readCodeEnd(end.content);
  if (said === null) return { why: `The transform can’t be used: ${unreadableEnd}` };
  const { changed, error } = said;
  if (typeof error === 'string')
    return {
      why: needsMore(error)
        ? `The transform needs what it does not have here: ${error}`
        : `The transform failed: ${error}`,
    };
  if (changed === undefined) return { why: 'The transform failed: it returned nothing' };
  return typeof changed === 'string'
    ? { output: changed }
    : { output: JSON.stringify(changed), data: changed };
}

/** Several as one, for files that have a place for one. */
export function asOneCode(codes: readonly string[]): string {
  const [first = 'output', ...others] = codes;
  if (others.length === 0) return first;
  const call = codes.reduce((inner, code) => {
    const isBody = code.includes('\n');
    const body = isBody ? `{\n${code}\n}` : `(${code.replace(/(?<!;);+\s*$/, '')})`;
    return `((output) => ${body})(${inner})`;
  }, 'output');
  return call.includes('\n') ? `return ${call}` : call;
}
