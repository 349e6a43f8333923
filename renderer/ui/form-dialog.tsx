import type { ReactNode } from 'react';
import { Button } from './button';
import { Dialog } from './dialog';

interface FormDialogProps {
  title: string;
  size: 'text' | 'wide';
  /** All fields can be saved; until then Save does nothing, and the fields say why. */
  canSave: boolean;
  children: ReactNode;
  onSave: () => void;
  onClose: () => void;
}

/** A dialog of fields that are saved together, also with Enter; it closes once they are. */
export function FormDialog({ title, size, canSave, children, onSave, onClose }: FormDialogProps) {
  return (
    <Dialog title={title} size={size} onClose={onClose}>
      <form
        className="flex min-h-0 flex-1 flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (!canSave) return;
          onSave();
          onClose();
        }}
      >
        <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto">{children}</div>
        <div className="flex flex-none justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="primary" aria-disabled={!canSave}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
