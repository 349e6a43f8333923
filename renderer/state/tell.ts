import type { Envelope } from '../../shared/errors';
import { announce, announceError } from './announce';

/** Says a refusal out loud, or what was done; answers whether there was no refusal. */
export function tell(answer: Envelope<unknown>, done?: string): boolean {
  if (!answer.ok) announceError(`${answer.error.code}: ${answer.error.message}`);
  else if (done !== undefined) announce(done);
  return answer.ok;
}
