import type { ModalityId } from '../../../shared/modalities/modalities';
import { focusSoon } from '../../lib/focus';
import { configure } from '../../state/ui/config-actions';
import { setForm } from '../../state/ui/forms';
import { openConversation, openTab } from '../../state/ui/navigation';
import { NEW_CHAT } from '../../state/ui/route';
import { noteChoice } from './model-choices';

/** Opens a tab with this model chosen: for chat a new one, so that no conversation changes its model unasked. */
export function openTabWithModel(tab: ModalityId, model: string): void {
  noteChoice(tab, model);
  if (tab === 'chat') {
    configure(NEW_CHAT, { model });
    openConversation(null);
  } else {
    setForm(tab, { model });
    openTab(tab);
  }
  focusSoon('composer');
}
