import { useEffect, useMemo, useRef } from 'react';
import { noteFocus, whenThere } from '../../lib/focus';
import { loadMessages } from '../../state/core/pages';
import type { Transcript } from '../../state/core/selectors';
import { useUiState } from '../../state/ui/ui-state';

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
  // As it is asked for: what is above may have to be loaded first.
  const isElsewhere = useMemo(() => (targetId === null ? null : noteFocus()), [targetId]);
  const missedIn = useRef<readonly string[] | null>(null);
  /** Whether it may be among what is shown next. */
  const isToCome = (): boolean => {
    const [firstId] = ids;
    if (aboveId !== null && firstId !== undefined) void loadMessages(conversationId, firstId);
    if (aboveId !== null) return true;
    // That a branch was chosen may be heard after the answer to the command: what is shown changes once more then.
    const isFirst = missedIn.current === null || missedIn.current === ids;
    missedIn.current = isFirst ? ids : null;
    return isFirst;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions are new with each render.
  useEffect(() => {
    if (targetId === null) return;
    const index = ids.indexOf(targetId);
    if (index < 0 && isToCome()) return;
    missedIn.current = null;
    const keepsFocus = useUiState.getState().scrollTarget?.keepsFocus === true;
    useUiState.setState({ scrollTarget: null });
    if (index < 0) return;
    scrollTo(index);
    if (!keepsFocus && isElsewhere !== null) focusMessage(targetId, isElsewhere);
  }, [targetId, ids, aboveId, conversationId]);
}

/** The row is rendered some frames after the scroll. */
function focusMessage(id: string, isElsewhere: () => boolean): void {
  const find = () => document.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`);
  const focus = (message: HTMLElement) => {
    if (!isElsewhere()) message.focus({ preventScroll: true });
  };
  const there = find();
  if (there === null) whenThere(find, focus);
  else focus(there);
}
