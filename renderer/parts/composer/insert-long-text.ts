/** Below this the browser's own way is quick. */
const longCharacters = 20_000;

/**
 * Takes in a long text that is typed at once, as dictation, input methods and automation do.
 *
 * Chromium inserts it line by line and lays out everything after each: a megabyte takes minutes. Setting the range
 * takes less than a second. Pasting has a quick way of its own, which can be undone, and is left alone.
 *
 * @returns how to stop
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
