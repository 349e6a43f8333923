import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

type Field = HTMLTextAreaElement;

/**
 * Begins a new undo history where code sets the text of a field, such as after Send: the steps before know only the
 * text that was there, and redo would append their rest to the new one. Edits made as typing (`insertText`) are kept.
 *
 * @param text what the field shows
 */
export function useFieldHistory(input: RefObject<Field | null>, text: string): void {
  /** The text by the browser’s own edits. */
  const typed = useRef(text);
  useEffect(() => {
    const area = input.current;
    if (area === null) return;
    typed.current = area.value;
    const note = (event: Event) => {
      typed.current = area.value;
      // An event that code made: no edit of the browser came before it.
      if (!(event instanceof InputEvent)) beginHistory(area);
    };
    area.addEventListener('input', note);
    return () => area.removeEventListener('input', note);
  }, [input]);
  useLayoutEffect(() => {
    if (input.current !== null && typed.current !== text) beginHistory(input.current);
    typed.current = text;
  }, [input, text]);
}

/** Browsers keep the history of a field as long as it is in the page; put back at once, it begins with its text. */
function beginHistory(area: Field): void {
  const hadFocus = document.activeElement === area;
  const { selectionStart, selectionEnd, selectionDirection } = area;
  area.replaceWith(area);
  if (hadFocus) area.focus({ preventScroll: true });
  area.setSelectionRange(selectionStart, selectionEnd, selectionDirection);
}
