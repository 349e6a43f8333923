import { AppError } from '../../../../shared/errors';

export function unfit(message: string): AppError {
  return new AppError({ code: 'invalid_input', message });
}

/** @param index counted from 0 */
export function brokenPart(index: number): AppError {
  return unfit(`Part ${index + 1} can’t be read as audio of this type.`);
}

/** @param index counted from 0 */
export function differingPart(index: number): AppError {
  return unfit(`Part ${index + 1} differs from the first in its codec, sample rate or channels.`);
}
