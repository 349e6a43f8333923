import { AppError } from '../../../shared/errors';

/** Why an archive was refused; nothing of it was imported. */
export function foreign(why: string): AppError {
  const message = `Couldn’t import this file: ${why}. Nothing was changed.`;
  return new AppError({ code: 'invalid_input', field: 'archive', message });
}

export const stopped = (what: string): AppError =>
  new AppError({ code: 'aborted', message: `${what} was cancelled. Nothing was changed.` });
