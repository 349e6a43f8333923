import { Sparkles } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { type MediaModality, modalities } from '../../../shared/modalities/modalities';
import { useOfForm } from '../../state/ui/forms';
import { IconButton } from '../../ui/button';
import { lazy, Suspense } from '../../ui/later';
import { StyleMenu } from './style-menu';

const ImproveDialog = lazy(() => import('./improve-dialog'));

interface PromptHelpersProps {
  modality: MediaModality;
  input: RefObject<HTMLTextAreaElement | null>;
}

/** What helps with the words of a prompt: a style beside it, and a chat model that improves it. */
export function PromptHelpers({ modality, input }: PromptHelpersProps) {
  const isEmpty = useOfForm(modality, ({ text }) => text.trim() === '');
  const [isOpen, setOpen] = useState(false);
  const takesStyle = modalities[modality].parameters.some(({ id }) => id === 'style');
  return (
    <>
      {takesStyle && <StyleMenu modality={modality} />}
      <IconButton
        icon={Sparkles}
        label="Improve the words"
        unusable={isEmpty && 'type a prompt first'}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <Suspense fallback={null}>
          <ImproveDialog {...{ modality, input }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
