import { createContext, Script } from 'node:vm';

/** A pattern that needs longer may try for hours, and everything would wait for it. */
const TEST_MS = 50;

const script = new Script('new RegExp(pattern).test(text)');

/**
 * Whether a regular expression from outside is found in a text; `null` where that takes too long.
 * @throws SyntaxError where it is none
 */
export function testPattern(pattern: string, text: string): boolean | null {
  try {
    return Boolean(script.runInContext(createContext({ pattern, text }), { timeout: TEST_MS }));
  } catch (error) {
    if (isTimeout(error)) return null;
    throw new SyntaxError(`The pattern can’t be used: ${error instanceof Error ? error.message : pattern}`);
  }
}

const isTimeout = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
