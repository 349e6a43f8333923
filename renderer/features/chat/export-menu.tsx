import { Share } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { exportConversation } from '../../parts/chat/export-conversation';
import { openJsonDialog } from '../../state/ui/dialogs';
import { mainLandmark } from '../../ui/main-landmark';
import { MenuTrigger } from '../../ui/menu-trigger';

const itemClass = 'flex h-8 items-center rounded-control px-3 outline-none data-[highlighted]:bg-hover';

/** Exports the open chat, to read it or to continue it elsewhere. */
export function ExportMenu({ conversationId }: { conversationId: string }) {
  return (
    <DropdownMenu.Root modal={false}>
      <MenuTrigger
        title="Export chat"
        className="inline-flex size-7 flex-none items-center justify-center rounded-control text-muted hover:bg-hover hover:text-text"
      >
        <Share className="icon" aria-hidden />
        <span className="sr-only">Export chat</span>
      </MenuTrigger>
      <DropdownMenu.Portal container={mainLandmark()}>
        <DropdownMenu.Content tabIndex={0} align="end" sideOffset={4} className="floating min-w-56 p-1">
          <DropdownMenu.Item
            className={itemClass}
            onSelect={() => openJsonDialog({ kind: 'chat', conversationId })}
          >
            Edit as JSON…
          </DropdownMenu.Item>
          <DropdownMenu.Item
            className={itemClass}
            onSelect={() => void exportConversation(conversationId, 'markdown')}
          >
            This branch as Markdown
          </DropdownMenu.Item>
          <DropdownMenu.Item
            className={itemClass}
            onSelect={() => void exportConversation(conversationId, 'json')}
          >
            All branches as JSON
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
