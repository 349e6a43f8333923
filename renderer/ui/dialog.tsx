import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { openerNow } from '../lib/opener';
import { submitByKey } from '../lib/submit-key';
import { Button } from './button';

interface DialogProps {
  title: string;
  children: ReactNode;
  onClose: () => void;
  /** `editor` is as high as its fields; `text` is for a page of text; `wide` takes nearly the whole window. */
  size?: 'question' | 'form' | 'editor' | 'text' | 'wide';
}

const sizes = {
  question: 'w-[min(440px,calc(100vw-48px))]',
  form: 'max-h-[calc(100vh-48px)] w-[min(640px,calc(100vw-48px))] open:flex open:flex-col',
  editor: 'max-h-[calc(100vh-48px)] w-[min(860px,calc(100vw-48px))] open:flex open:flex-col',
  text: 'h-[min(680px,calc(100vh-48px))] w-[min(860px,calc(100vw-48px))] open:flex open:flex-col',
  wide: 'h-[min(860px,calc(100vh-48px))] w-[min(1240px,calc(100vw-48px))] open:flex open:flex-col',
} as const;

/**
 * A modal dialog.
 *
 * The platform's own `<dialog>`: it traps focus, closes on Escape and returns the focus, without a script of ours and
 * without injected styles, which the content security policy would refuse.
 */
export function Dialog({ title, children, onClose, size = 'question' }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const [opener] = useState(openerNow);
  useEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    if (dialog !== null) focusFirst(dialog);
    return () => {
      dialog?.close();
      opener?.focus();
    };
  }, [opener]);
  return (
    <dialog
      ref={element}
      data-size={size}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        // React passes it on to the dialog that this one was opened from, which stays.
        if (event.target === event.currentTarget) onClose();
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter' && isOfFormOutside(event)) event.preventDefault();
      }}
      className={`floating m-auto p-5 text-text ${sizes[size]}`}
    >
      <h2 id={titleId} className="mb-2 font-semibold text-lg">
        {title}
      </h2>
      {children}
    </dialog>
  );
}

/** Enter in a field would submit the form that the dialog was opened from, which may cost something. */
const isOfFormOutside = ({ target, currentTarget }: KeyboardEvent): boolean =>
  target instanceof HTMLInputElement && target.form !== null && !currentTarget.contains(target.form);

const controls = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';

/** What scrolls gets the focus from the browser, and has no name that is read: its first control takes it. */
function focusFirst(dialog: HTMLDialogElement): void {
  const now = document.activeElement;
  const isScroller = now instanceof HTMLElement && now !== dialog && !now.hasAttribute('tabindex');
  if (!isScroller || now.matches(controls)) return;
  const all = [...now.querySelectorAll<HTMLElement>(controls)];
  const first = all.find((one) => one.tabIndex >= 0 && one.checkVisibility() && !one.matches(':disabled'));
  first?.focus({ preventScroll: true });
}

interface ConfirmProps {
  title: string;
  children: ReactNode;
  confirmLabel: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something that can't be undone; focus starts on the harmless answer. */
export function ConfirmDialog({ title, children, confirmLabel, onConfirm, onClose }: ConfirmProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="mb-5 text-muted">{children}</p>
      <div className="flex justify-end gap-2">
        <DialogButton autoFocus onClick={onClose}>
          Cancel
        </DialogButton>
        <DialogButton danger onClick={onConfirm}>
          {confirmLabel}
        </DialogButton>
      </div>
    </Dialog>
  );
}

interface DialogButtonProps {
  children: ReactNode;
  onClick: () => void;
  danger?: boolean;
  autoFocus?: boolean;
}

function DialogButton({ children, onClick, danger, autoFocus }: DialogButtonProps) {
  return (
    <Button tone={danger ? 'danger' : 'plain'} onClick={onClick} autoFocus={autoFocus}>
      {children}
    </Button>
  );
}

interface FormDialogProps {
  title: string;
  size: 'text' | 'wide';
  /** All fields can be saved; until then Save does nothing, and the fields say why. */
  canSave: boolean;
  children: ReactNode;
  onSave: () => void;
  onClose: () => void;
}

/** A dialog of fields that are saved together, also with Enter and from a long field with Ctrl+Enter; then it closes. */
export function FormDialog({ title, size, canSave, children, onSave, onClose }: FormDialogProps) {
  return (
    <Dialog title={title} size={size} onClose={onClose}>
      <form
        className="flex min-h-0 flex-1 flex-col gap-3"
        onKeyDown={submitByKey}
        onSubmit={(event) => {
          event.preventDefault();
          if (!canSave) return;
          onSave();
          onClose();
        }}
      >
        {/* Room for the focus ring of what is at its edge. */}
        <div className="-m-1 flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-1">{children}</div>
        <div className="flex flex-none justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="primary" title="Ctrl+Enter" aria-disabled={!canSave}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
