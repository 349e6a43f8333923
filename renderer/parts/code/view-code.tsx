import { Code } from 'lucide-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { ActionButton } from '../../ui/action-button';
import { Button } from '../../ui/button';
import { lazy, Suspense } from '../../ui/later';
import type { CodeInput } from './code-input';

const CodeDialog = lazy(() => import('./code-dialog'));

interface ViewCodeButtonProps {
  /** `null` where there is nothing to show yet; `why` then says what is missing. */
  input: () => CodeInput | null;
  why?: string;
  /** `icon` among other icons, `action` among what one does with a result. */
  look: 'words' | 'icon' | 'action';
}

/** Shows the request of a tab or a result as code. */
export function ViewCodeButton({ input, why = '', look }: ViewCodeButtonProps) {
  const [shown, setShown] = useState<{ input: CodeInput | null } | null>(null);
  const open = () => setShown({ input: input() });
  return (
    <>
      {look !== 'words' ? (
        <ActionButton icon={Code} label="View code" inWords={look === 'action'} onClick={open} />
      ) : (
        <Button tone="quiet" className="h-6! flex-none px-2! text-sm" title="View code" onClick={open}>
          <Code className="icon" aria-hidden />
          <span className="max-[480px]:sr-only">View code</span>
        </Button>
      )}
      {shown !== null && <ShowCode input={shown.input} why={why} onClose={() => setShown(null)} />}
    </>
  );
}

interface ShowCodeProps {
  input: CodeInput | null;
  why?: string;
  onClose: () => void;
}

/** The dialog itself, outside of the button's parent elements. */
export function ShowCode(props: ShowCodeProps) {
  return createPortal(
    <Suspense>
      <CodeDialog {...props} />
    </Suspense>,
    document.body,
  );
}
