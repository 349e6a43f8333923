import { type RefObject, useEffect, useRef, useState } from 'react';
import { openerNow } from '../../lib/opener';

/** Opens a dialog over everything else; the focus goes back to where it was when it closes. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  const [opener] = useState(openerNow);
  useEffect(() => {
    dialog.current?.showModal();
    dialog.current?.focus();
    return () => opener?.focus({ preventScroll: true });
  }, [opener]);
  return dialog;
}
