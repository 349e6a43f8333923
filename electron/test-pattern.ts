import { createContext, Script } from 'node:vm';

/** What needs longer may try for hours, and everything would wait for it. */
const TEST_MS = 50;

const script = new Script('run()');

/** Runs what may take forever with what came from outside; `null` where it takes too long. */
export function withinMoment<Result>(run: () => Result): Result | null {
  try {
    return script.runInContext(createContext({ run }), { timeout: TEST_MS }) as Result;
  } catch (error) {
    if (isTimeout(error)) return null;
    throw error;
  }
}

/**
 * Whether a regular expression from outside is found in a text; `null` where that takes too long.
 * @throws SyntaxError where it is none
 */
export function testPattern(pattern: string, text: string): boolean | null {
  try {
    return withinMoment(() => new RegExp(pattern).test(text));
  } catch (error) {
    throw new SyntaxError(`The pattern can’t be used: ${error instanceof Error ? error.message : pattern}`);
  }
}

const isTimeout = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
