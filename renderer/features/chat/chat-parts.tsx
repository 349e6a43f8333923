/** What surrounds the composer of a chat; loaded after it. */
import { ChatMap } from '../../parts/chat/map/chat-map';
import { CompareButton } from '../../parts/comparisons/compare-button';
import { ModelPicker } from '../../parts/models/model-picker';
import { addressOfBatch } from '../../state/ui/route';
import { useModel, useOfConversation } from '../../state/ui/selectors';
import { ExportMenu } from './export-menu';
import { UsedModels } from './used-models';

export { RunSettingsPanel } from '../../parts/run-settings/run-settings';
export { ChatFooter } from './chat-footer';
export { EmptyState, WriteFirst } from './empty-state';
export { ReplyAnnouncer } from './reply-announcer';

interface ChatToolsProps {
  chatKey: string;
  conversationId: string | null;
}

/** The model of the chat, and what can be done with the chat as a whole. */
export function ChatTools({ chatKey, conversationId }: ChatToolsProps) {
  const model = useModel(chatKey);
  return (
    <>
      <ModelPicker key={chatKey} chatKey={chatKey} />
      <OwnerLink conversationId={conversationId} />
      <div className="min-w-0 flex-[3] px-1 empty:flex-1 max-[560px]:hidden max-[720px]:flex-1">
        <UsedModels conversationId={conversationId} chosen={model} />
      </div>
      {conversationId !== null && <ChatMap key={`map-${conversationId}`} conversationId={conversationId} />}
      {conversationId !== null && <ExportMenu conversationId={conversationId} />}
      <CompareButton modality="chat" />
    </>
  );
}

/** From a row of a batch back to it. */
function OwnerLink({ conversationId }: { conversationId: string | null }) {
  const owner = useOfConversation(conversationId, (conversation) => conversation.owner);
  if (owner?.kind !== 'batch') return null;
  return (
    <a href={addressOfBatch(owner.id)} className="flex-none rounded-control px-2 text-accent hover:underline">
      Back to the batch
    </a>
  );
}
