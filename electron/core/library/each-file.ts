/** One thing done to many files of the library: what another window deleted for good meanwhile stops no other. */
import { AppError } from '../../../shared/errors';

/** @throws the first failure, once the others are done; that a file is gone only where all are */
export async function eachFile(ids: readonly string[], work: (id: string) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  for (const id of ids) {
    await work(id).catch((error) => {
      failures.push(error);
    });
  }
  const failure = failures.find((error) => !isGone(error));
  if (failure !== undefined) throw failure;
  if (ids.length > 0 && failures.length === ids.length) throw failures[0];
}

const isGone = (error: unknown): boolean => error instanceof AppError && error.data.code === 'not_found';
