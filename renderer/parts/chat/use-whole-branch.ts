import { useEffect, useMemo } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { Message } from '../../../shared/chat/chat';
import { useCoreState } from '../../state/core/core-state';
import { loadMessages } from '../../state/core/pages';
import { transcriptOf } from '../../state/core/selectors';
import { useOfConversation } from '../../state/ui/selectors';

/** The most that the core returns at once: a long chat takes a few requests. */
const largestPage = 200;

interface WholeBranch {
  readonly messages: readonly Message[];
  /** Whether older messages are still being loaded. */
  readonly isPartial: boolean;
}

/** All messages of the visible branch, oldest first: what is not in the page yet is loaded, page by page. */
export function useWholeBranch(conversationId: string): WholeBranch {
  const leafId = useOfConversation(conversationId, (conversation) => conversation.leafId) ?? null;
  const all = useCoreState(({ messages }) => messages);
  const { ids, aboveId } = useMemo(() => transcriptOf(all, leafId), [all, leafId]);
  // The same list while none of these changed, whatever arrives in other chats.
  const messages = useCoreState(useShallow((state) => ids.flatMap((id) => state.messages[id] ?? [])));
  const [firstId] = ids;
  useEffect(() => {
    if (aboveId !== null && firstId !== undefined) void loadMessages(conversationId, firstId, largestPage);
  }, [conversationId, aboveId, firstId]);
  return { messages, isPartial: aboveId !== null };
}
