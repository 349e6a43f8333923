import { useMedia } from '../../state/core/selectors';
import { closeEdit, type EditView } from '../../state/ui/edit-view';
import { CaptionsDialog } from './captions-dialog';
import { EditDialog } from './edit-dialog';
import { JoinDialog } from './join-dialog';

/** The dialog of light editing that is open. */
export default function EditHost({ view }: { view: EditView }) {
  const item = useMedia(view.mediaId);
  if (item === undefined) return null;
  if (view.kind === 'join') return <JoinDialog ids={[item.id, ...(view.others ?? [])]} onClose={closeEdit} />;
  const Shown = view.kind === 'captions' ? CaptionsDialog : EditDialog;
  return <Shown key={item.id} item={item} onClose={closeEdit} />;
}
