import type { PromptDialog } from '../../state/ui/dialogs';
import { FillDialog } from './fill-dialog';
import { SaveDialog } from './save-dialog';

export default function OpenDialog({ dialog }: { dialog: PromptDialog }) {
  return dialog.kind === 'save' ? (
    <SaveDialog text={dialog.text} {...(dialog.tags !== undefined && { tags: dialog.tags })} />
  ) : (
    <FillDialog prompt={dialog.prompt} onDone={dialog.onDone} />
  );
}
