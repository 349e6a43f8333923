/** Above this the browser's own way, which lays out line by line, holds up the page. */
const longCharacters = 20_000;

/** Puts a text in place of a stretch of a field, so that it can be undone and the field's owner hears of it. */
export function insertText(area: HTMLTextAreaElement, start: number, end: number, text: string): void {
  area.focus({ preventScroll: true });
  area.setSelectionRange(start, end);
  if (text.length < longCharacters && document.execCommand('insertText', false, text)) return;
  area.setRangeText(text, start, end, 'end');
  area.dispatchEvent(new Event('input', { bubbles: true }));
}
