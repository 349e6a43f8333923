import { type Extra, type ExtraPlace, formFieldsIn } from '../../../shared/extra/form-fields';
import { limits } from '../../../shared/limits';
import { useOfForm } from '../../state/ui/forms';
import { NEW_CHAT } from '../../state/ui/route';
import { useSettingsOf } from '../../state/ui/selectors';
import { useUiState } from '../../state/ui/ui-state';

/**
 * Whether extra parameters can't be sent: they aren't a JSON object, are too long, or name a field of the form. What is
 * wrong with them, and where, `extra-mistake.ts` says; that needs a parser of its own, which the first screen does without.
 *
 * @param typed `undefined` where nothing was typed: then the value counts
 */
export function hasExtraMistake(place: ExtraPlace, typed: string | undefined, value?: Extra): boolean {
  if (typed === undefined) return formFieldsIn(place, value).length > 0;
  if (typed.length > limits.extraParametersCharacters) return true;
  if (typed.trim() === '') return false;
  try {
    const parsed: unknown = JSON.parse(typed);
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return true;
    return formFieldsIn(place, parsed as Extra).length > 0;
  } catch {
    return true;
  }
}

/** The same for what is typed, or set, in one chat or form. */
export function useHasExtraMistake(place: ExtraPlace, key: string): boolean {
  const ofChat = useSettingsOf(place === 'chat' ? key : NEW_CHAT).extra;
  const ofForm = useOfForm(place === 'chat' ? 'image' : place, ({ extra }) => extra);
  const value = place === 'chat' ? ofChat : ofForm;
  return useUiState(({ extraTexts }) => hasExtraMistake(place, extraTexts[key], value));
}
