import { type MediaModality, modalities } from '../../../shared/modalities';
import { ConfirmDialog } from '../../ui/dialog';

interface NoPromptDialogProps {
  modality: MediaModality;
  /** What it may cost, where that is known. */
  cost: string | null;
  onConfirm: () => void;
  onClose: () => void;
}

/** A request without a prompt costs as much as any other, so it is never what an empty form sends by itself. */
export function NoPromptDialog({ modality, cost, onConfirm, onClose }: NoPromptDialogProps) {
  const { label } = modalities[modality];
  return (
    <ConfirmDialog
      title="Generate without a prompt?"
      confirmLabel="Generate without a prompt"
      onConfirm={onConfirm}
      onClose={onClose}
    >
      The gateway then chooses what the {label.toLowerCase()} shows.
      {cost !== null && ` Estimated cost: ${cost}.`}
    </ConfirmDialog>
  );
}
