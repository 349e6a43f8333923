import { useEffect } from 'react';
import { loadMessages } from '../../state/core/pages';
import type { Transcript } from '../../state/core/selectors';
import { useUiState } from '../../state/ui/ui-state';

const reportedWithinMs = 2_000;

/**
 * Scrolls to the message of a search result and focuses it, so that screen readers are there too; loads older messages
 * until it is there.
 */
export function useScrollTarget(
  conversationId: string,
  { ids, aboveId }: Transcript,
  scrollTo: (index: number) => void,
): void {
  const targetId = useUiState(({ scrollTarget }) =>
    scrollTarget?.conversationId === conversationId ? scrollTarget.messageId : null,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the scroll function is new with each render.
  useEffect(() => {
    if (targetId === null) return;
    const index = ids.indexOf(targetId);
    const [firstId] = ids;
    if (index < 0 && aboveId !== null) {
      // Of a branch that was just chosen nothing is there yet: its page is on its way.
      if (firstId !== undefined) void loadMessages(conversationId, firstId);
      return;
    }
    const forget = () => useUiState.setState({ scrollTarget: null });
    if (index < 0) {
      // A branch that was just chosen may be reported after the answer to the command.
      const timer = setTimeout(forget, reportedWithinMs);
      return () => clearTimeout(timer);
    }
    const keepsFocus = useUiState.getState().scrollTarget?.keepsFocus === true;
    forget();
    scrollTo(index);
    if (!keepsFocus) focusMessage(targetId);
  }, [targetId, ids, aboveId, conversationId]);
}

const waitFrames = 30;

/** The row is rendered some frames after the scroll. */
function focusMessage(id: string, frames = waitFrames): void {
  const message = document.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`);
  if (message !== null) message.focus({ preventScroll: true });
  else if (frames > 0) requestAnimationFrame(() => focusMessage(id, frames - 1));
}
