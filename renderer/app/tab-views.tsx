import { type ComponentType, type ReactNode, useEffect } from 'react';
import { type MediaModality, mediaModalities } from '../../shared/modalities/modality';
import type { TabId } from '../commands/tabs';
import { ChatTab } from '../features/chat/chat-tab';
import { addressOfComparison } from '../state/ui/route';
import { useOfConversation } from '../state/ui/selectors';
import { useUiState } from '../state/ui/ui-state';
import { later, lazy, Suspense } from '../ui/later';

const History = later(() => import('../features/chat/history/history').then((module) => module.History));
const CompareTab = lazy(() => import('../features/compare/compare-tab'));
const BatchHistory = lazy(() => import('../features/batch/batch-history'));

/** The chat tab: one conversation, or several side by side. */
function ChatView({ jobs }: { jobs: ReactNode }) {
  const compareId = useUiState(({ route }) => route.compareId);
  useComparedChat();
  const history = <History batches={<BatchHistory modality="chat" />} />;
  if (compareId === null) return <ChatTab history={history} jobs={jobs} />;
  return (
    <Suspense fallback={<main className="flex-1" />}>
      <CompareTab modality="chat" compareId={compareId} history={history} jobs={jobs} />
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

interface TabViewProps {
  /** The jobs panel, for the right column. */
  jobs: ReactNode;
}

const CreateView = lazy(() => import('./create-view'));

/** A component for each modality, so that React keeps no state of one for the next. */
const createView = (modality: MediaModality): ComponentType<TabViewProps> =>
  function ViewOfKind({ jobs }) {
    return <CreateView modality={modality} jobs={jobs} />;
  };

const createViews = Object.fromEntries(mediaModalities.map((id) => [id, createView(id)])) as Record<
  MediaModality,
  ComponentType<TabViewProps>
>;

/** What each tab shows. Only the first is loaded at start. */
export const tabViews: Readonly<Record<TabId, ComponentType<TabViewProps>>> = {
  chat: ChatView,
  ...createViews,
  library: lazy(() => import('../features/library/library-tab')),
  models: lazy(() => import('../features/models/models-tab')),
  batches: lazy(() => import('../features/batch/batches-page')),
  lab: lazy(() => import('../features/lab/lab-page')),
  activity: lazy(() => import('../features/activity/activity-tab')),
  prompts: lazy(() => import('../features/prompts/prompts-page')),
  settings: lazy(() => import('./settings-view')),
};
