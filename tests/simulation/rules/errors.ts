/** Rule 5, first half: every error has a next step. */
import type { AppErrorData } from '../../../shared/errors';
import { type Run, violate } from '../run-state';

/** At least two words, and an end; what the system itself said may follow a colon as it said it. */
const SENTENCE = /^\S+ .*(?:[.!?…”"')]|: [^:]+)$/s;

export function checkError(run: Run, where: string, error: AppErrorData): void {
  run.errors.push({ where, error });
  const { code, message } = error;
  if (code === 'internal')
    violate(run, 'errors', `${where} failed for a reason the app does not know: ${message}`);
  if (typeof code !== 'string' || code === '') violate(run, 'errors', `${where} failed without a code`);
  if (!SENTENCE.test(message)) violate(run, 'errors', `${where} says no sentence: “${message}”`);
}
