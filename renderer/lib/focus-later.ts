import { focusName, noteFocus } from './focus';

/** For what follows an answer: moves the focus when it is called, unless the person has gone elsewhere by then. */
export function focusLater(name: string): () => void {
  const isElsewhere = noteFocus();
  return () => {
    if (!isElsewhere()) focusName(name);
  };
}
