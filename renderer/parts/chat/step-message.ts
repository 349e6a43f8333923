import { useCoreState } from '../../state/core/core-state';
import { transcriptOf } from '../../state/core/selectors';
import { useUiState } from '../../state/ui/ui-state';
import { messageIdAt } from './message-at';

/** Goes to the message before or after the one that has the focus; from elsewhere, to the last. */
export function stepMessage(conversationId: string, by: 1 | -1): void {
  const { conversations, messages } = useCoreState.getState();
  const { ids, aboveId } = transcriptOf(messages, conversations[conversationId]?.leafId ?? null);
  const focused = messageIdAt(document.activeElement);
  // What is above the first loaded one is known by its id, and loaded on the way.
  const known = aboveId === null ? ids : [aboveId, ...ids];
  const messageId = messageAfter(known, focused, by);
  if (messageId !== undefined) useUiState.setState({ scrollTarget: { conversationId, messageId } });
}

/** Stays at the ends. */
export function messageAfter(ids: readonly string[], from: string, by: 1 | -1): string | undefined {
  const place = ids.indexOf(from);
  if (place < 0) return ids.at(-1);
  return ids[Math.max(0, Math.min(ids.length - 1, place + by))];
}
