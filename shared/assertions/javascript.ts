/**
 * `javascript` assertions: an expression, or the body of a function where it has several lines, of `output` and
 * `context`, as promptfoo runs them. The code is run by who is given, apart from the app.
 */
import type { Assertion } from './assertion';
import { readCodeEnd, unreadableEnd } from './code-end';
import { type Found, isRecord, shown } from './found';

/** Runs a function body of `args`; as the core's port does. */
export type RunCode = (
  source: string,
  argumentsText: string,
) => Promise<{ readonly content: string } | { readonly error: string }>;

/**
 * The code is data here too, so that nothing it holds can close the function around it. An answer that is an object by its
 * schema is both: the text, and its fields. The context is that of promptfoo; a part of the test, the provider or the
 * response that is not known here throws, since code that misses it would judge otherwise.
 */
const runner = `
const withFields = (text, fields) => {
  const both = new String(text);
  for (const [name, value] of Object.entries(fields))
    if (name !== 'length' && !/^[0-9]+$/.test(name))
      Object.defineProperty(both, name, { value, enumerable: true, configurable: true, writable: true });
  return both;
};
const withoutOthers = (known, path) => new Proxy(known, {
  get(fields, name) {
    if (typeof name === 'symbol' || name === 'toJSON' || name in fields) return fields[name];
    throw new ReferenceError(path + '.' + name);
  },
});
const contextOf = ({ context, output, data, isTransformed }) => ({
  ...context,
  test: withoutOthers({ vars: context.vars }, 'context.test'),
  provider: withoutOthers({}, 'context.provider'),
  providerResponse: withoutOthers(isTransformed ? {} : { output: data ?? output }, 'context.providerResponse'),
});
const failed = (error) => JSON.stringify({ error: String(error), name: error && error.name });
try {
  const { output, data } = args;
  const isBoth = !args.isTransformed && typeof data === 'object' && data !== null && !Array.isArray(data);
  const check = new Function('output', 'context', 'process', args.body);
  const result = check(isBoth ? withFields(output, data) : (data ?? output), contextOf(args), { env: {} });
  if (!result || typeof result.then !== 'function') return JSON.stringify({ result });
  return Promise.resolve(result).then((result) => JSON.stringify({ result }), failed);
} catch (error) {
  return failed(error);
}`;

/** Parts of other places where code runs, and of what it is given there, which it does not have here. */
const absent =
  /^ReferenceError: context\.|\b(Date|fetch|require|performance|setTimeout|URL|Buffer|WeakRef|import)\b|Math\.random|not a function: random/;

export const needsMore = (error: string): boolean => absent.test(error);

interface Context {
  readonly output: string;
  /** What the answer is where it is more than a text: the calls of tools, or an object that follows a schema. */
  readonly data?: unknown;
  /** `data` is what a transform returned: code gets it alone, without the text. */
  readonly isTransformed?: boolean;
  readonly vars: Readonly<Record<string, unknown>>;
  readonly prompt: string;
  readonly logprobs?: readonly number[];
}

/** @param code with its variables filled */
export async function runAssertionCode(
  code: string,
  { threshold }: Assertion,
  { output, data, isTransformed, vars, prompt, logprobs }: Context,
  runCode: RunCode,
): Promise<Found | string> {
  const context = { vars, prompt, logProbs: logprobs };
  const given = { output, data, isTransformed, context, body: bodyOf(code.trimEnd()) };
  const end = await runCode(runner, JSON.stringify(given));
  if ('error' in end) return `The code can’t be judged: ${end.error}`;
  const said = readCodeEnd(end.content);
  if (said === null) return `The code can’t be judged: ${unreadableEnd}`;
  const { result, error } = said;
  if (typeof error === 'string')
    return needsMore(error)
      ? `The code needs what it does not have here: ${error}`
      : fails(`The code failed: ${error}`);
  return foundIn(result, threshold);
}

const fails = (why: string): Found => ({ holds: false, why, whyNot: why, failsAnyway: true });

function foundIn(result: unknown, threshold: number | null): Found {
  if (typeof result === 'boolean')
    return { holds: result, why: 'The code returned false.', whyNot: 'The code returned true.' };
  if (typeof result === 'number' && Number.isFinite(result)) {
    const least = threshold === null ? 'more than 0' : `${threshold} or more`;
    const why = `The code returned ${result}, not ${least}.`;
    const holds = threshold === null ? result > 0 : result >= threshold;
    return { holds, score: result, keepsScore: true, why, whyNot: `The code returned ${result}.` };
  }
  if (isRecord(result) && typeof result.pass === 'boolean' && Number.isFinite(result.score)) {
    const reason = typeof result.reason === 'string' ? result.reason : null;
    if (reason !== null)
      return {
        holds: result.pass,
        score: Number(result.score),
        keepsScore: true,
        why: reason,
        whyNot: reason,
        named: namedIn(result.namedScores),
      };
  }
  return fails(`The code returned ${shown(result)}, which is no verdict.`);
}

/** Figures alone: other values are no scores. */
function namedIn(raw: unknown): Found['named'] {
  if (!isRecord(raw)) return undefined;
  const named = Object.entries(raw).filter(([name, score]) => name !== '' && Number.isFinite(score));
  return named.length === 0 ? undefined : (Object.fromEntries(named) as Record<string, number>);
}

/** The body of a function: one line is an expression, or declarations with an expression behind the last of them. */
export function bodyOf(code: string): string {
  if (code.includes('\n')) return code;
  const line = code.trim().replace(/(?<!;);+\s*$/, '');
  if (!/^(const|let|var)\s/.test(line)) return `return ${line}`;
  const last = lastSemicolon(line);
  const expression = line.slice(last + 1).trim();
  return last === -1 || expression === '' ? line : `${line.slice(0, last + 1)} return ${expression}`;
}

/** The last one outside of quotes, or -1. */
function lastSemicolon(line: string): number {
  const masked = line.replace(/(["'`])(?:\\.|(?!\1)[^\\])*\1/g, (quoted) => ' '.repeat(quoted.length));
  return masked.lastIndexOf(';');
}
