import { MoreHorizontal } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type KeyboardEvent, memo, useState } from 'react';
import type { Conversation } from '../../../shared/chat';
import { formatCredits } from '../../../shared/credits';
import { call } from '../../actions';
import { usePerson } from '../../store/person';
import { useConversation } from '../../store/selectors';
import { classes } from '../../ui/classes';
import { ConfirmDialog } from '../../ui/dialog';
import { announce } from '../frame/announcer';
import { RenameField } from './rename-field';

type Mode = 'shown' | 'renaming' | 'removing';

/** One conversation: open it, rename it (F2), delete it (Delete). */
export const HistoryRow = memo(function HistoryRow({ id }: { id: string }) {
  const conversation = useConversation(id);
  const open = usePerson(({ route }) => route.tab === 'chat' && route.conversationId === id);
  const [mode, setMode] = useState<Mode>('shown');
  if (conversation === undefined) return null;
  if (mode === 'renaming') return <RenameField conversation={conversation} onDone={() => setMode('shown')} />;
  return (
    <div
      className={classes(
        'group flex items-center rounded-control pr-1',
        open ? 'bg-hover' : 'hover:bg-hover',
      )}
    >
      <RowLink conversation={conversation} open={open} setMode={setMode} />
      <RowMenu setMode={setMode} />
      {mode === 'removing' && (
        <ConfirmDialog
          title="Delete this chat?"
          confirmLabel="Delete"
          onConfirm={() => void remove(id)}
          onClose={() => setMode('shown')}
        >
          “{conversation.title}” and all its messages are deleted from this computer.
        </ConfirmDialog>
      )}
    </div>
  );
});

async function remove(id: string) {
  const answer = await call('conversations.remove', { id });
  announce(answer.ok ? 'Chat deleted' : `${answer.error.code}: ${answer.error.message}`);
}

interface RowLinkProps {
  conversation: Conversation;
  open: boolean;
  setMode: (mode: Mode) => void;
}

function RowLink({ conversation, open, setMode }: RowLinkProps) {
  const { id, title, creditsUsed, streamingMessageIds } = conversation;
  const onKeyDown = (event: KeyboardEvent) => {
    const mode = event.key === 'F2' ? 'renaming' : event.key === 'Delete' ? 'removing' : null;
    if (mode === null) return;
    event.preventDefault();
    setMode(mode);
  };
  return (
    <a
      href={`#/chat/${id}`}
      aria-current={open ? 'page' : undefined}
      onKeyDown={onKeyDown}
      title={title}
      className={classes(
        'flex h-8 min-w-0 flex-1 items-center gap-2 rounded-control px-2',
        !open && 'text-muted',
      )}
    >
      <span className="min-w-0 flex-1 truncate">{title}</span>
      <span className="flex-none text-muted text-xs group-focus-within:hidden group-hover:hidden">
        {streamingMessageIds.length > 0 ? 'writing' : creditsUsed > 0 ? formatCredits(creditsUsed, 1) : ''}
      </span>
    </a>
  );
}

const itemClass = 'flex h-8 items-center rounded-control px-3 outline-none data-[highlighted]:bg-hover';

function RowMenu({ setMode }: { setMode: (mode: Mode) => void }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        title="More"
        className="flex size-7 w-0 flex-none items-center justify-center overflow-hidden rounded-control text-muted hover:text-text focus-visible:w-7 group-focus-within:w-7 group-hover:w-7 data-[state=open]:w-7"
      >
        <MoreHorizontal className="icon" aria-hidden />
        <span className="sr-only">More</span>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content align="start" sideOffset={4} className="floating min-w-40 p-1">
          <DropdownMenu.Item className={itemClass} onSelect={() => setMode('renaming')}>
            <span className="flex-1">Rename</span>
            <kbd className="font-sans text-muted text-xs">F2</kbd>
          </DropdownMenu.Item>
          <DropdownMenu.Item className={classes(itemClass, 'text-bad')} onSelect={() => setMode('removing')}>
            <span className="flex-1">Delete</span>
            <kbd className="font-sans text-muted text-xs">Del</kbd>
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
