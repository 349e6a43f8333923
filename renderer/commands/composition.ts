/** Stated by keys of an input method that say nothing else. */
const keyCodeOfInputMethods = 229;

/**
 * Leaves every key of an input method to it, wherever it is pressed: first of all listeners, so that Escape cancels the
 * composition and closes no panel or dialog with it. No other handler has to ask.
 */
export function leaveKeysToComposition(): void {
  const keep = (event: KeyboardEvent) => {
    if (!event.isComposing && event.keyCode !== keyCodeOfInputMethods) return;
    event.stopImmediatePropagation();
    // A dialog of the platform closes by default, which no handler could stop.
    if (event.key === 'Escape') event.preventDefault();
  };
  addEventListener('keydown', keep, true);
}
