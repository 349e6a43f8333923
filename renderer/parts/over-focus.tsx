import { useLayoutEffect, useRef, useState } from 'react';
import { findShown } from '../lib/focus';
import { openerNow } from '../lib/opener';

/**
 * The focus of a column that lies over the content: it moves in as the column opens, since the next Tab would walk
 * through what is covered, and back to what opened it as it closes.
 */
export function OverFocus() {
  const mark = useRef<HTMLSpanElement>(null);
  const [opener] = useState(openerNow);
  useLayoutEffect(() => {
    const column = mark.current?.parentElement;
    const holdsFocus = () => column?.contains(document.activeElement) ?? false;
    if (!holdsFocus()) column?.focus({ preventScroll: true });
    return () => {
      if (!holdsFocus()) return;
      // What was focused as the window became narrow may be gone with its dialog, or goes now with the column.
      const isOutside = opener?.isConnected === true && column?.contains(opener) === false;
      const back = isOutside ? opener : findShown(`column-${column?.dataset.side}`);
      back?.focus({ preventScroll: true });
    };
  }, [opener]);
  return <span ref={mark} hidden />;
}
