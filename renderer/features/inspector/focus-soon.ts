const patienceMs = 1_000;

/** Focuses the control that calls itself so (`data-focus`) once it is there: a part of the page may still be loading. */
export function focusSoon(name: string): void {
  const deadline = performance.now() + patienceMs;
  const look = () => {
    const control = document.querySelector<HTMLElement>(`[data-focus="${name}"]`);
    if (control !== null) control.focus();
    else if (performance.now() < deadline) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
