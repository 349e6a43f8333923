import type { Extra } from '../../../shared/extra/field-names';
import { formFieldOf } from '../../../shared/extra/form-fields';
import type { ModalityId } from '../../../shared/modalities/modalities';
import { useOfForm } from '../../state/ui/forms';
import { NEW_CHAT } from '../../state/ui/route';
import { useSettingsOf } from '../../state/ui/selectors';
import { useUiState } from '../../state/ui/ui-state';
import { isMistaken } from './extra-text';

/** See `isMistaken`. */
export const hasExtraMistake = (place: ModalityId, typed: string | undefined, value?: Extra): boolean =>
  isMistaken((name) => formFieldOf(place, name) !== undefined, typed, value);

/** The same for what is typed, or set, in one chat or form. */
export function useHasExtraMistake(place: ModalityId, key: string): boolean {
  const ofChat = useSettingsOf(place === 'chat' ? key : NEW_CHAT).extra;
  const ofForm = useOfForm(place === 'chat' ? 'image' : place, ({ extra }) => extra);
  const value = place === 'chat' ? ofChat : ofForm;
  return useUiState(({ extraTexts }) => hasExtraMistake(place, extraTexts[key], value));
}
