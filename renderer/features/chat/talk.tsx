import { useEffect } from 'react';
import { noteFirstMessages } from '../../lib/first-paint';
import { TranscriptView } from '../../parts/chat/transcript';
import { useCoreState } from '../../state/core/core-state';
import { hasWords } from '../../state/core/live-text';
import { useUiState } from '../../state/ui/ui-state';
import { later } from '../../ui/later';

/** Loaded before its keys are pressed: what is typed after them must not go elsewhere. */
const FindBar = later(async () => {
  await new Promise((resolve) => requestIdleCallback(resolve));
  return (await import('../../parts/chat/find/find-bar')).FindBar;
});
const EmptyState = later(() => import('./chat-parts').then((parts) => parts.EmptyState));
const WriteFirst = later(() => import('./chat-parts').then((parts) => parts.WriteFirst));

interface TalkProps {
  chatKey: string;
  conversationId: string | null;
}

/** The messages, or examples where there are none yet; the first that is loaded after the composer. */
export function Talk({ chatKey, conversationId }: TalkProps) {
  const isAwaited = useIsAwaited(chatKey, conversationId);
  useEffect(() => (isAwaited ? undefined : noteFirstMessages()), [isAwaited]);
  return (
    <>
      {conversationId !== null && <FindBar conversationId={conversationId} />}
      <TranscriptView
        conversationId={conversationId}
        empty={conversationId === null ? <EmptyState /> : <WriteFirst conversationId={conversationId} />}
      />
    </>
  );
}

/** Whether a message is on its way, or its reply has no words yet. */
function useIsAwaited(chatKey: string, conversationId: string | null): boolean {
  const isSending = useUiState(({ drafts }) => drafts[chatKey]?.sending === true);
  const isSilent = useCoreState(({ conversations, live }) =>
    (conversations[conversationId ?? '']?.streamingMessageIds ?? []).some((id) => !hasWords(live[id])),
  );
  return isSending || isSilent;
}
