import { type ReactNode, Suspense, useEffect } from 'react';
import { ChatTab } from '../features/chat/chat-tab';
import { addressOfComparison } from '../state/ui/route';
import { useOfConversation } from '../state/ui/selectors';
import { useUiState } from '../state/ui/ui-state';
import { later } from '../ui/later';
import { lazy } from '../ui/lazy';

const History = later(() => import('../features/chat/history/history').then((module) => module.History));
const CompareTab = lazy(() => import('../features/compare/compare-tab'));
const BatchHistory = lazy(() => import('../features/batch/batch-history'));

/** The chat tab: one conversation, or several side by side. */
export function ChatView({ jobs }: { jobs: ReactNode }) {
  const compareId = useUiState(({ route }) => route.compareId);
  useComparedChat();
  const history = <History batches={<BatchHistory modality="chat" />} />;
  if (compareId === null) return <ChatTab history={history} jobs={jobs} />;
  return (
    <Suspense fallback={<main className="flex-1" />}>
      <CompareTab key={compareId} modality="chat" compareId={compareId} history={history} jobs={jobs} />
    </Suspense>
  );
}

/** A chat that is a column of a comparison is shown in the comparison. */
function useComparedChat(): void {
  const conversationId = useUiState(({ route }) => route.conversationId);
  const owner = useOfConversation(conversationId, (conversation) => conversation.owner);
  const isNamed = useUiState(({ route }) => route.compareId === null);
  useEffect(() => {
    if (isNamed && owner?.kind === 'comparison') location.replace(addressOfComparison('chat', owner.id));
  }, [isNamed, owner]);
}
