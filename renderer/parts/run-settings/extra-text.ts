import type { Extra } from '../../../shared/extra/field-names';
import { limits } from '../../../shared/limits';
import { laterCode } from '../../lib/until-loaded';
import { useSettingsOf } from '../../state/ui/selectors';
import { useUiState } from '../../state/ui/ui-state';

/**
 * Whether extra parameters can't be sent: they aren't a JSON object, are too long, or name a field of the form. What is
 * wrong with them, and where, `extra-mistake.ts` says; that needs a parser of its own, which the first screen does without.
 *
 * @param typed `undefined` where nothing was typed: then the value counts
 * @param isOfForm whether a name belongs to the form
 */
export function isMistaken(
  isOfForm: (name: string) => boolean,
  typed: string | undefined,
  value: Extra = {},
): boolean {
  if (typed === undefined) return Object.keys(value).some(isOfForm);
  if (typed.length > limits.extraParametersCharacters) return true;
  if (typed.trim() === '') return false;
  try {
    const parsed: unknown = JSON.parse(typed);
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return true;
    return Object.keys(parsed).some(isOfForm);
  } catch {
    return true;
  }
}

const useFormFields = laterCode(() => import('../../../shared/extra/form-fields'));

/**
 * The same for what is typed, or set, in one chat. The names of the form are loaded with the first extra parameters; until
 * they are there, the core alone refuses one of them.
 */
export function useHasChatExtraMistake(chatKey: string): boolean {
  const { extra } = useSettingsOf(chatKey);
  const typed = useUiState(({ extraTexts }) => extraTexts[chatKey]);
  const fields = useFormFields(typed !== undefined || extra !== undefined);
  return isMistaken((name) => fields?.formFieldOf('chat', name) !== undefined, typed, extra);
}
