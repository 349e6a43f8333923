/** The buttons of a role that a request may have: its file is chosen on this computer or in the library. */
import { ImagePlus, Library } from 'lucide-react';
import { useRef, useState } from 'react';
import { type MediaModality, modalities } from '../../../shared/modalities/modalities';
import type { InputRole } from '../../../shared/run/input-roles';
import { inputSlots } from '../../../shared/run/inputs';
import { findShown, focusSoon, whenThere } from '../../lib/focus';
import { addInput, takeFromLibrary } from '../../media/inputs';
import type { FormInput } from '../../state/ui/form';
import { IconButton } from '../../ui/button';
import { FileInput } from '../../ui/file-input';
import { lazy, Suspense } from '../../ui/later';

const LibraryDialog = lazy(() => import('../../media/library-dialog'));

export const quietButton =
  'inline-flex h-8 items-center gap-1.5 rounded-control border border-line border-dashed px-2 text-muted text-sm hover:bg-hover hover:text-text';

interface AddButtonProps {
  modality: MediaModality;
  role: InputRole;
  /** Nothing can be sent without it. */
  isRequired: boolean;
}

export function AddButton({ modality, role, isRequired }: AddButtonProps) {
  const field = useRef<HTMLInputElement>(null);
  const { label, kind } = inputSlots[role];
  const add = async (file: File) => {
    await addInput(modality, role, file);
    // The file has taken the place of the button; the focus is lost, or around it.
    const find = () => (field.current === null ? findShown(`input-${role}`) : null);
    whenThere(find, (slot) => document.activeElement?.contains(slot) && slot.focus());
  };
  return (
    <span className="flex items-center">
      <button
        type="button"
        title={`${label} for the ${modalities[modality].label.toLowerCase()}${isRequired ? ', required by this model' : ''}`}
        onClick={() => field.current?.click()}
        className={quietButton}
      >
        <ImagePlus className="icon" aria-hidden />
        {label}
        {isRequired && (
          <span aria-hidden className="text-warn">
            Required
          </span>
        )}
      </button>
      <FileInput
        input={field}
        label={`File for ${label}`}
        accept={`${kind}/*`}
        onFiles={([file]) => void add(file)}
      />
      <FromLibrary modality={modality} role={role} input={null} />
    </span>
  );
}

interface FromLibraryProps {
  modality: MediaModality;
  role: InputRole;
  /** The one that is replaced; `null` where another one is added. */
  input: FormInput | null;
}

/** Chooses a result of the library for a role. */
export function FromLibrary({ modality, role, input }: FromLibraryProps) {
  const [isOpen, setOpen] = useState(false);
  const { label, kind } = inputSlots[role];
  const choose = async (mediaId: string) => {
    setOpen(false);
    await takeFromLibrary(modality, role, mediaId, input);
    focusSoon(`input-${role}`);
  };
  const title = `${label} from the library`;
  return (
    <>
      <IconButton icon={Library} label={title} onClick={() => setOpen(true)} />
      {isOpen && kind !== 'file' && (
        <Suspense fallback={null}>
          <LibraryDialog
            title={title}
            kind={kind}
            onChoose={(mediaId) => void choose(mediaId)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
