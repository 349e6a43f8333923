/** The answer of a paid call whose result was not found, or not whole: kept with the job, so that it is never out of reach. */
import { AppError } from '../../../shared/errors';
import type { RawAnswer } from '../../../shared/media/jobs';
import type { Ports } from '../ports/ports';
import type { JobContext } from './context';

/** As many characters as an archive takes of one text. */
const MOST_CHARACTERS = 16_000_000;

/**
 * @param answer as it was read; the client removed the key from it
 * @throws UnwrittenError where the app closes before the database accepts it
 */
export async function keepAnswer({ ports, persist }: JobContext, id: string, answer: unknown): Promise<void> {
  const whole = typeof answer === 'string' ? answer : JSON.stringify(answer, null, 2);
  if (whole === undefined || whole === '') return;
  const text = whole.slice(0, MOST_CHARACTERS).toWellFormed();
  const kept = { text, leftOutCharacters: whole.length - text.length };
  await persist(() => ports.storage.jobs.keepAnswer(id, kept));
}

/** @throws AppError `not_found` */
export function rawAnswerOf({ storage }: Pick<Ports, 'storage'>, id: string): RawAnswer {
  const kept = storage.jobs.rawAnswer(id);
  if (kept === undefined)
    throw new AppError({ code: 'not_found', message: 'No answer is kept of this job.' });
  return kept;
}
