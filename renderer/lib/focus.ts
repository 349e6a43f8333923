/** Moves the focus to the control that calls itself so (`data-focus`). */
export function focusName(name: string): void {
  document.querySelector<HTMLElement>(`[data-focus="${name}"]`)?.focus();
}

const patienceMs = 1_000;

/** The same once the control is there: a part of the page may still be loading. */
export function focusSoon(name: string): void {
  focusWhenThere(() => document.querySelector<HTMLElement>(`[data-focus="${name}"]`));
}

/**
 * Focuses what `find` answers as soon as it answers something, within a second.
 *
 * @param otherwise what to do when nothing came
 */
export function focusWhenThere(find: () => HTMLElement | null, otherwise?: () => void): void {
  const deadline = performance.now() + patienceMs;
  const look = () => {
    const control = find();
    if (control !== null) control.focus();
    else if (performance.now() < deadline) requestAnimationFrame(look);
    else otherwise?.();
  };
  requestAnimationFrame(look);
}
