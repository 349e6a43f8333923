import { type Context, createContext, Script } from 'node:vm';

/**
 * A pattern that needs longer may try for hours, and everything would wait for it. Most take no time at all: what they
 * wait for on a busy computer is the processor.
 */
const PATTERN_MS = 500;
/** Of anything else: on a busy computer the first run of code takes some tenths of a second by itself. */
const MOMENT_MS = 1_000;

const script = new Script('run()');
/** One for all: to make one takes longer than most of what runs. */
let context: Context | null = null;

/** Runs what may take forever with what came from outside; `null` where it takes too long. */
export const withinMoment = <Result>(run: () => Result, mostMs = MOMENT_MS): Result | null =>
  within(mostMs, run);

const MOST_TRIES = 3;
const MOST_OF_IT = 0.8;

/** The limit counts by the clock. Where other programs had the processor meanwhile, nothing is known yet: once more. */
function within<Result>(timeout: number, run: () => Result, tries = MOST_TRIES): Result | null {
  const before = process.cpuUsage();
  context ??= createContext({});
  context.run = run;
  try {
    return script.runInContext(context, { timeout }) as Result;
  } catch (error) {
    if (!isTimeout(error)) throw error;
    const { user, system } = process.cpuUsage(before);
    const hadProcessor = (user + system) / 1_000 >= timeout * MOST_OF_IT;
    return hadProcessor || tries === 1 ? null : within(timeout, run, tries - 1);
  }
}

/**
 * Whether a regular expression from outside is found in a text; `null` where that takes too long.
 * @throws SyntaxError where it is none
 */
export function testPattern(pattern: string, text: string): boolean | null {
  try {
    return within(PATTERN_MS, () => new RegExp(pattern).test(text));
  } catch (error) {
    throw new SyntaxError(`The pattern can’t be used: ${error instanceof Error ? error.message : pattern}`);
  }
}

const isTimeout = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
