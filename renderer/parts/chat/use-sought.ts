import { useEffect } from 'react';
import { loadMessages } from '../../state/core/pages';
import type { Transcript } from '../../state/core/transcript';
import { usePerson } from '../../state/ui/person';

/**
 * Brings the message a search found into sight and gives it the focus, so that screen readers are there too; loads
 * older ones until it has come.
 */
export function useSought(
  conversationId: string,
  { ids, aboveId }: Transcript,
  scrollTo: (index: number) => void,
): void {
  const soughtId = usePerson(({ sought }) =>
    sought?.conversationId === conversationId ? sought.messageId : null,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: how to scroll is new with each render, and no reason.
  useEffect(() => {
    if (soughtId === null) return;
    const index = ids.indexOf(soughtId);
    const [firstId] = ids;
    if (index < 0 && aboveId !== null && firstId !== undefined) {
      void loadMessages(conversationId, firstId);
      return;
    }
    usePerson.setState({ sought: null });
    if (index < 0) return;
    scrollTo(index);
    focusMessage(soughtId);
  }, [soughtId, ids, aboveId, conversationId]);
}

const waitFrames = 30;

/** The row is drawn some frames after the scroll. */
function focusMessage(id: string, frames = waitFrames): void {
  const message = document.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`);
  if (message !== null) message.focus({ preventScroll: true });
  else if (frames > 0) requestAnimationFrame(() => focusMessage(id, frames - 1));
}
