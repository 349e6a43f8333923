import { closeJsonDialog, useJsonDialog } from '../../state/ui/dialogs';
import { lazy, Suspense } from '../../ui/later';

const EditDialog = lazy(() => import('./edit-dialog'));
const PasteDialog = lazy(() => import('./paste-dialog'));

/** The dialog about the JSON of a request, where one is open. */
export function JsonDialogs() {
  const dialog = useJsonDialog((state) => state.dialog);
  if (dialog === null) return null;
  return (
    <Suspense>
      {dialog.kind === 'paste' ? (
        <PasteDialog text={dialog.text} onClose={closeJsonDialog} />
      ) : (
        <EditDialog of={dialog} onClose={closeJsonDialog} />
      )}
    </Suspense>
  );
}
