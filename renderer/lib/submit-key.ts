import type { KeyboardEvent } from 'react';

/** Ctrl+Enter, on a Mac Cmd+Enter too: Enter alone begins a line in a long field. */
export const isSubmitKey = ({ key, ctrlKey, metaKey, nativeEvent }: KeyboardEvent): boolean =>
  key === 'Enter' && (ctrlKey || metaKey) && !nativeEvent.isComposing;

/** For `onKeyDown` of a form: submits it from any of its fields. */
export function submitByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (!isSubmitKey(event)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}
