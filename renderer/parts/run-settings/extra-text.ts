import { limits } from '../../../shared/limits';
import { useUiState } from '../../state/ui/ui-state';

/**
 * Whether extra parameters can't be sent: they aren't a JSON object, or are too long. What is wrong with them, and where,
 * `extra-parameters.tsx` says; that needs a parser of its own, which the first screen does without.
 *
 * @param typed `undefined` where nothing was typed
 */
export function hasExtraMistake(typed: string | undefined): boolean {
  if (typed === undefined) return false;
  if (typed.length > limits.extraParametersCharacters) return true;
  if (typed.trim() === '') return false;
  try {
    const value: unknown = JSON.parse(typed);
    return typeof value !== 'object' || value === null || Array.isArray(value);
  } catch {
    return true;
  }
}

/** The same for what is typed in one chat or form. */
export const useHasExtraMistake = (chatKey: string): boolean =>
  useUiState(({ extraTexts }) => hasExtraMistake(extraTexts[chatKey]));
