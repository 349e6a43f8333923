import type { WorkTab } from '../../../shared/model-choices';
import { openConversation, openTab } from '../../actions';
import { configure } from '../../config-actions';
import { focusName } from '../../lib/focus';
import { setForm } from '../../store/forms';
import { NEW_CHAT } from '../../store/person';
import { noteChoice } from './model-choices';

/** Goes to a tab with this model chosen: for chat, in a new one, so that no conversation changes hands unasked. */
export function takeModelTo(tab: WorkTab, model: string): void {
  noteChoice(tab, model);
  if (tab === 'chat') {
    configure(NEW_CHAT, { model });
    openConversation(null);
  } else {
    setForm(tab, { model });
    openTab(tab);
  }
  requestAnimationFrame(() => focusName('composer'));
}
