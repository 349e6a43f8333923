import { usePromptDialog } from '../../state/ui/dialogs';
import { lazy, Suspense } from '../../ui/later';

const OpenDialog = lazy(() => import('./open-dialog'));

/** The dialog about prompts, where one is open. */
export function PromptDialogs() {
  const dialog = usePromptDialog((state) => state.dialog);
  if (dialog === null) return null;
  return (
    <Suspense>
      <OpenDialog dialog={dialog} />
    </Suspense>
  );
}
