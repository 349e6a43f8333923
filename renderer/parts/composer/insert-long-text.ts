/** Below this length the browser's own insertion is fast. */
const longCharacters = 20_000;

/**
 * Inserts a long text that arrives in one input event, as dictation, input methods and automation send it.
 *
 * Chromium inserts it line by line with a layout after each: a megabyte takes minutes. Setting the range takes less
 * than a second. Pasting is fast on its own and can be undone, so it is not handled here.
 *
 * @returns a function that stops this
 */
export function insertLongTextAtOnce(area: HTMLTextAreaElement): () => void {
  const insert = (event: InputEvent) => {
    if (event.inputType !== 'insertText' || (event.data?.length ?? 0) < longCharacters) return;
    event.preventDefault();
    area.setRangeText(event.data ?? '', area.selectionStart, area.selectionEnd, 'end');
    area.dispatchEvent(new Event('input', { bubbles: true }));
  };
  area.addEventListener('beforeinput', insert);
  return () => area.removeEventListener('beforeinput', insert);
}
