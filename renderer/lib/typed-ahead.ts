/** What is typed between the keys that open a field and the field itself, whose code may still be loading. */
import { useEffect, useState } from 'react';

let typed = '';

/**
 * Keeps keys from what had the focus before: text would go into another field, and Enter would send it.
 * @param onEscape what Escape does meanwhile
 * @returns ends it
 */
export function holdKeys(onEscape: () => void): () => void {
  typed = '';
  const hold = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === 'Tab') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.key === 'Escape') onEscape();
    else if (event.key === 'Backspace') typed = [...typed].slice(0, -1).join('');
    else if ([...event.key].length === 1) typed += event.key;
  };
  addEventListener('keydown', hold, true);
  return () => removeEventListener('keydown', hold, true);
}

/** The text that was typed meanwhile, for the field that appears. */
export function useTypedAhead(): [string, (text: string) => void] {
  const field = useState(() => typed);
  useEffect(() => {
    typed = '';
  }, []);
  return field;
}
