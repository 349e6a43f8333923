import { PanelLeft, SlidersHorizontal } from 'lucide-react';
import type { ReactNode } from 'react';
import { TranscriptView } from '../../parts/chat/transcript';
import { CompareButton } from '../../parts/comparisons/compare-button';
import { ModelPicker } from '../../parts/models/model-picker';
import { RunSettingsPanel } from '../../parts/run-settings/run-settings';
import { SideColumn } from '../../parts/side-column';
import { useColumn } from '../../state/ui/columns';
import { addressOfBatch } from '../../state/ui/route';
import { useChatKey, useConversation, useModel } from '../../state/ui/selectors';
import { useUiState } from '../../state/ui/ui-state';
import { IconButton } from '../../ui/icon-button';
import { ChatFooter } from './chat-footer';
import { Composer } from './composer/composer';
import { EmptyState } from './empty-state';
import { ExportMenu } from './export-menu';
import { ReplyNews } from './reply-news';
import { UsedModels } from './used-models';

interface ChatTabProps {
  history: ReactNode;
  jobs: ReactNode;
}

/** The history, the open conversation, and the settings of its next turn. */
export function ChatTab({ history, jobs }: ChatTabProps) {
  const left = useColumn('chat', 'history');
  const side = useColumn('chat', 'side');
  const chatKey = useChatKey();
  const model = useModel(chatKey);
  const conversationId = useUiState(({ route }) => route.conversationId);
  return (
    <div className="relative flex min-w-0 flex-1">
      <SideColumn tab="chat" side="history" column={left}>
        {history}
      </SideColumn>
      <main className="flex min-w-0 flex-1 flex-col">
        <div className="flex h-12 flex-none items-center gap-2 border-line border-b px-3">
          <IconButton icon={PanelLeft} label="History" aria-pressed={left.open} onClick={left.toggle} />
          <ModelPicker key={chatKey} chatKey={chatKey} />
          <OwnerLink conversationId={conversationId} />
          <div className="min-w-0 flex-[3] px-1">
            <UsedModels conversationId={conversationId} chosen={model} />
          </div>
          {conversationId !== null && <ExportMenu conversationId={conversationId} />}
          <CompareButton modality="chat" />
          <IconButton
            icon={SlidersHorizontal}
            label="Settings of the run"
            aria-pressed={side.open}
            onClick={side.toggle}
          />
        </div>
        <TranscriptView key={chatKey} conversationId={conversationId} empty={<EmptyState />} />
        <Composer key={`composer-${chatKey}`} chatKey={chatKey} />
        <ChatFooter conversationId={conversationId} />
      </main>
      <SideColumn tab="chat" side="side" column={side}>
        <RunSettingsPanel key={chatKey} chatKey={chatKey} />
        {jobs}
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
