import { useMedia } from '../../state/core/selectors';
import { closeEdit, type EditView } from '../../state/ui/edit-view';
import { CaptionsDialog } from './captions-dialog';
import { EditDialog } from './edit-dialog';

/** The dialog of light editing that is open. */
export default function EditHost({ view }: { view: EditView }) {
  const item = useMedia(view.mediaId);
  if (item === undefined) return null;
  const Shown = view.kind === 'captions' ? CaptionsDialog : EditDialog;
  return <Shown key={item.id} item={item} onClose={closeEdit} />;
}
