/** Above this length the browser's own insertion, with a layout after each line, blocks the page. */
const longCharacters = 20_000;

/** Replaces a range of a field's text, so that it can be undone and the field's owner gets the event. */
export function insertText(area: HTMLTextAreaElement, start: number, end: number, text: string): void {
  area.focus({ preventScroll: true });
  area.setSelectionRange(start, end);
  if (text.length < longCharacters && document.execCommand('insertText', false, text)) return;
  area.setRangeText(text, start, end, 'end');
  area.dispatchEvent(new Event('input', { bubbles: true }));
}
