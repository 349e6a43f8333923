/** Above this length the browser inserts text line by line with a layout after each, which blocks the page. */
const longCharacters = 500;

/** Replaces a range of a field's text as typing does: it can be undone, and the field's owner gets the event. */
export function insertText(area: HTMLTextAreaElement, start: number, end: number, given: string): void {
  // A field holds no other line breaks.
  const text = given.replace(/\r\n?/g, '\n');
  area.focus({ preventScroll: true });
  area.setSelectionRange(start, end);
  const expected = area.value.slice(0, start) + text + area.value.slice(end);
  if (document.activeElement === area && insertAtCaret(text) && area.value === expected) return;
  area.setRangeText(expected, 0, area.value.length, 'end');
  area.setSelectionRange(start + text.length, start + text.length);
  area.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Long texts go in as pasted ones do: a field of plain text takes the text of the markup alone. */
function insertAtCaret(text: string): boolean {
  if (text === '') return document.execCommand('delete');
  if (text.length < longCharacters) return document.execCommand('insertText', false, text);
  const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
  // The first and the last line break of such an element are not part of its text.
  return document.execCommand(
    'insertHTML',
    false,
    `<pre>\n${escaped}${text.endsWith('\n') ? '\n' : ''}</pre>`,
  );
}
