/** What is typed between the keys that open a field and the field itself, whose code may still be loading. */
import { isRestThere } from './first-paint';
import { isTypedInto } from './focus';

/** What never comes lets the keys go. */
const patienceMs = 120_000;
let waiting: AbortController | undefined;

/**
 * Keeps keys from what has the focus: text would go into another field, and Enter would send it. The next field that
 * takes the focus gets the text; Escape and the pointer end the wait.
 * @param onEscape what Escape does meanwhile
 */
export function holdKeys(onEscape?: () => void): void {
  waiting?.abort();
  const ends = new AbortController();
  waiting = ends;
  let typed = '';
  const before = document.activeElement;
  const on = { capture: true, signal: ends.signal };
  const letGo = () => ends.abort();
  setTimeout(letGo, patienceMs);
  const hold = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === 'Tab') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.key === 'Escape') {
      letGo();
      onEscape?.();
    } else if (event.key === 'Backspace') typed = [...typed].slice(0, -1).join('');
    else if ([...event.key].length === 1) typed += event.key;
  };
  const give = ({ target }: FocusEvent) => {
    if (target === before || !isTypedInto(target as Element)) return;
    // What opens the field has done so by then, and its text is chosen.
    queueMicrotask(() => {
      if (ends.signal.aborted) return;
      ends.abort();
      if (typed !== '') document.execCommand('insertText', false, typed);
    });
  };
  addEventListener('keydown', hold, on);
  addEventListener('focusin', give, on);
  addEventListener('pointerdown', letGo, on);
}

/** Focuses a control that has just appeared, unless something is being typed elsewhere, or for a field still to come. */
export function focusOnAppearing(control: HTMLElement | null): void {
  const isAhead = waiting?.signal.aborted === false;
  if (!isAhead && !isTypedInto(document.activeElement)) control?.focus({ preventScroll: true });
}

/** The same while the page is loading: later, what takes the focus is there at once. */
export const holdEarlyKeys = (): void => void (isRestThere() || holdKeys());
