import type { ReactNode } from 'react';
import { ColumnButton, SideColumn } from '../../parts/side-column';
import { useColumn } from '../../state/ui/columns';
import { useChatKey } from '../../state/ui/selectors';
import { useUiState } from '../../state/ui/ui-state';
import { firstLater, later } from '../../ui/later';
import { Composer } from './composer/composer';

const loadParts = () => import('./chat-parts');
const ChatTools = later(
  () => loadParts().then((parts) => parts.ChatTools),
  () => <div className="flex-1" />,
);
const Talk = firstLater(
  () => import('./talk').then((module) => module.Talk),
  () => <div className="flex-1" />,
);
const ChatFooter = later(
  () => loadParts().then((parts) => parts.ChatFooter),
  () => <div className="h-8 flex-none border-line border-t bg-panel" />,
);
const RunSettingsPanel = later(
  () => loadParts().then((parts) => parts.RunSettingsPanel),
  () => <div className="flex-1" />,
);
const ReplyAnnouncer = later(() => loadParts().then((parts) => parts.ReplyAnnouncer));

interface ChatTabProps {
  history: ReactNode;
  jobs: ReactNode;
}

/** The history, the open conversation, and the settings of its next turn. Only the composer is there from the start. */
export function ChatTab({ history, jobs }: ChatTabProps) {
  const left = useColumn('chat', 'history');
  const side = useColumn('chat', 'side');
  const chatKey = useChatKey();
  const conversationId = useUiState(({ route }) => route.conversationId);
  return (
    <div className="relative flex min-w-0 flex-1">
      <SideColumn tab="chat" side="history" column={left}>
        {history}
      </SideColumn>
      <main className="flex min-w-0 flex-1 flex-col">
        <div className="flex h-12 flex-none items-center gap-2 border-line border-b px-3">
          <ColumnButton side="history" column={left} label="History" />
          <ChatTools chatKey={chatKey} conversationId={conversationId} />
          <ColumnButton side="side" column={side} label="Run settings" />
        </div>
        <Talk key={chatKey} chatKey={chatKey} conversationId={conversationId} />
        <Composer key={`composer-${chatKey}`} chatKey={chatKey} />
        <ChatFooter conversationId={conversationId} />
      </main>
      <SideColumn tab="chat" side="side" column={side}>
        <RunSettingsPanel key={chatKey} chatKey={chatKey} />
        {jobs}
      </SideColumn>
      <ReplyAnnouncer conversationId={conversationId} />
    </div>
  );
}
