import { PanelLeft, SlidersHorizontal } from 'lucide-react';
import { lazy, Suspense, useEffect } from 'react';
import { TranscriptView } from '../../parts/chat/transcript';
import { ModelPicker } from '../../parts/models/model-picker';
import { RunSettingsPanel } from '../../parts/run-settings/run-settings';
import { SideColumn } from '../../parts/side-column';
import { useColumn } from '../../state/ui/columns';
import { addressOfBatch, addressOfComparison, usePerson } from '../../state/ui/person';
import { useChatKey, useConversation } from '../../state/ui/selectors';
import { IconButton } from '../../ui/icon-button';
import { ExportMenu } from '../archive/export-menu';
import { CompareButton } from '../compare/compare-button';
import { JobsPanel } from '../jobs/jobs-panel';
import { ChatFooter } from './chat-footer';
import { Composer } from './composer/composer';
import { History } from './history/history';
import { ReplyNews } from './reply-news';

const CompareTab = lazy(() => import('../compare/compare-tab'));

/** The chat tab: one conversation, or several side by side. */
export function ChatTab() {
  const compareId = usePerson(({ route }) => route.compareId);
  useComparedChat();
  if (compareId === null) return <OneChat />;
  return (
    <Suspense fallback={<main className="flex-1" />}>
      <CompareTab key={compareId} modality="chat" compareId={compareId} history={<History />} />
    </Suspense>
  );
}

/** A chat that stands in a comparison is shown there. */
function useComparedChat(): void {
  const owner = useConversation(usePerson(({ route }) => route.conversationId))?.owner;
  const isNamed = usePerson(({ route }) => route.compareId === null);
  useEffect(() => {
    if (isNamed && owner?.kind === 'comparison') location.replace(addressOfComparison('chat', owner.id));
  }, [isNamed, owner]);
}

/** History, the open conversation, and the settings of its next turn. */
function OneChat() {
  const history = useColumn('chat', 'history');
  const side = useColumn('chat', 'side');
  const chatKey = useChatKey();
  const conversationId = usePerson(({ route }) => route.conversationId);
  return (
    <div className="relative flex min-w-0 flex-1">
      <SideColumn tab="chat" side="history" column={history}>
        <History />
      </SideColumn>
      <main className="flex min-w-0 flex-1 flex-col">
        <div className="flex h-12 flex-none items-center gap-2 border-line border-b px-3">
          <IconButton icon={PanelLeft} label="History" aria-pressed={history.open} onClick={history.toggle} />
          <ModelPicker key={chatKey} chatKey={chatKey} />
          <OwnerLink conversationId={conversationId} />
          <div className="flex-1" />
          {conversationId !== null && <ExportMenu conversationId={conversationId} />}
          <CompareButton modality="chat" />
          <IconButton
            icon={SlidersHorizontal}
            label="Settings of the run"
            aria-pressed={side.open}
            onClick={side.toggle}
          />
        </div>
        <TranscriptView key={chatKey} conversationId={conversationId} />
        <Composer key={`composer-${chatKey}`} chatKey={chatKey} />
        <ChatFooter conversationId={conversationId} />
      </main>
      <SideColumn tab="chat" side="side" column={side}>
        <RunSettingsPanel key={chatKey} chatKey={chatKey} />
        <JobsPanel />
      </SideColumn>
      <ReplyNews conversationId={conversationId} />
    </div>
  );
}

/** From a row of a batch back to it. */
function OwnerLink({ conversationId }: { conversationId: string | null }) {
  const owner = useConversation(conversationId)?.owner;
  if (owner?.kind !== 'batch') return null;
  return (
    <a href={addressOfBatch(owner.id)} className="flex-none rounded-control px-2 text-accent hover:underline">
      Back to the batch
    </a>
  );
}
