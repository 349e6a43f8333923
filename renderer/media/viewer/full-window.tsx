import type { KeyboardEventHandler, ReactNode } from 'react';
import { classes } from '../../ui/classes';
import { useModal } from './use-modal';

interface FullWindowProps {
  label: string;
  /** The color behind. */
  ground?: 'bg-panel' | 'bg-background';
  onKeyDown: KeyboardEventHandler<HTMLDialogElement>;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog over the whole window; the focus goes back to where it was when it closes. */
export function FullWindow({ label, ground = 'bg-panel', onKeyDown, onClose, children }: FullWindowProps) {
  const dialog = useModal();
  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        // React passes on that of a dialog inside, which closes by itself.
        if (event.target === event.currentTarget) onClose();
      }}
      onKeyDown={onKeyDown}
      className={classes(
        'm-0 h-screen max-h-none w-screen max-w-none overflow-hidden text-text outline-none',
        ground,
      )}
    >
      <div className="flex size-full flex-col">{children}</div>
    </dialog>
  );
}
