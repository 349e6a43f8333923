import type { Envelope } from '../../shared/errors';
import { announce, announceError } from './announce';

/** Announces an error, or what was done; returns whether there was no error. */
export function announceAnswer(answer: Envelope<unknown>, done?: string): boolean {
  if (!answer.ok) announceError(`${answer.error.code}: ${answer.error.message}`);
  else if (done !== undefined) announce(done);
  return answer.ok;
}
