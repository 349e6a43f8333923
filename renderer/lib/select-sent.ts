import { findShown, isTypedInto } from './focus';

/** A view that opens after something was sent is there within this time. */
const viewOpensMs = 1_000;

/**
 * Selects a text that was just sent and stays, so that typing replaces it; again where another view of it opens at once.
 * Not if it was changed since, or if something is being typed elsewhere.
 */
export function selectSent(name: string, sentText: string): void {
  const deadline = performance.now() + viewOpensMs;
  let selected: HTMLElement | null = null;
  const look = () => {
    const input = findShown(name);
    if (input !== null && input !== selected && selectAll(input, sentText)) selected = input;
    if (performance.now() < deadline) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

function selectAll(input: HTMLElement, text: string): boolean {
  const now = document.activeElement;
  if (!(input instanceof HTMLTextAreaElement) || text === '' || input.value !== text) return false;
  if (now !== input && isTypedInto(now)) return false;
  input.focus({ preventScroll: true });
  input.select();
  return true;
}
