import { AppError } from '../../../shared/errors';

/** Why a file is not taken in; nothing of it was. */
export function foreign(why: string): AppError {
  const message = `Couldn't import this file: ${why}. Nothing was changed.`;
  return new AppError({ code: 'invalid_input', field: 'archive', message });
}

export const stopped = (what: string): AppError =>
  new AppError({ code: 'aborted', message: `${what} was cancelled. Nothing was changed.` });
