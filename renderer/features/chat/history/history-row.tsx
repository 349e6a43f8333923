import { Pin } from 'lucide-react';
import { type KeyboardEvent, memo, useMemo, useState } from 'react';
import type { Conversation } from '../../../../shared/chat';
import { shortCost } from '../../../../shared/cost';
import { commandAt } from '../../../commands/shortcuts';
import {
  pinConversation,
  removeConversation,
  renameConversation,
} from '../../../parts/chat/conversation-actions';
import { exportConversation } from '../../../parts/chat/export-conversation';
import { focusUndo } from '../../../parts/history/focus-undo';
import { RenameField } from '../../../parts/history/rename-field';
import { type RowActions, RowMenu } from '../../../parts/history/row-menu';
import { useHasDraft } from '../../../state/ui/drafts';
import { useConversation } from '../../../state/ui/selectors';
import { useUiState } from '../../../state/ui/ui-state';
import { classes } from '../../../ui/classes';

/** One conversation: open it, rename it (F2), pin it (P), delete it (Delete). */
export const HistoryRow = memo(function HistoryRow({ id }: { id: string }) {
  const conversation = useConversation(id);
  const open = useUiState(
    ({ route }) => route.tab === 'chat' && route.compareId === null && route.conversationId === id,
  );
  const [renaming, setRenaming] = useState(false);
  const isPinned = conversation?.isPinned ?? false;
  const act = useMemo(() => actionsOf(id, isPinned, () => setRenaming(true)), [id, isPinned]);
  if (conversation === undefined) return null;
  const { title } = conversation;
  if (renaming) {
    const rename = (changed: string) => void renameConversation(id, changed);
    return <RenameField title={title} onRename={rename} onDone={() => setRenaming(false)} />;
  }
  return (
    <div
      className={classes(
        'group flex items-center rounded-control pr-1',
        open ? 'bg-hover' : 'hover:bg-hover',
      )}
    >
      <RowLink conversation={conversation} open={open} act={act} />
      <RowMenu isPinned={isPinned} act={act} />
    </div>
  );
});

const actionsOf = (id: string, isPinned: boolean, rename: () => void): RowActions => ({
  rename,
  pin: () => void pinConversation(id, !isPinned),
  export: (format) => void exportConversation(id, format),
  remove: async () => {
    if (await removeConversation(id)) focusUndo();
  },
});

interface RowLinkProps {
  conversation: Conversation;
  open: boolean;
  act: RowActions;
}

function RowLink({ conversation, open, act }: RowLinkProps) {
  const { id, title, isPinned, isUnread, usedModels } = conversation;
  const runs: Readonly<Record<string, (() => void) | undefined>> = {
    'history.rename': act.rename,
    'history.remove': act.remove,
    'history.pin': act.pin,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const run = runs[commandAt(event.nativeEvent, 'history')?.id ?? ''];
    if (run === undefined) return;
    event.preventDefault();
    run();
  };
  const unread = isUnread && !open;
  return (
    <a
      href={`#/chat/${id}`}
      aria-current={open ? 'page' : undefined}
      onKeyDown={onKeyDown}
      title={usedModels.length === 0 ? title : `${title}\n${usedModels.join(', ')}`}
      className={classes(
        'flex h-8 min-w-0 flex-1 items-center gap-2 rounded-control px-2',
        unread ? 'font-semibold' : !open && 'text-muted',
      )}
    >
      {isPinned && <Pin className="icon size-3 text-muted" aria-hidden />}
      <bdi className="min-w-0 flex-1 truncate">{title}</bdi>
      {usedModels.length > 1 && (
        <span className="flex-none text-muted text-xs group-focus-within:hidden group-hover:hidden">
          {usedModels.length} models
        </span>
      )}
      {unread && (
        <span className="size-2 flex-none rounded-full bg-accent">
          <span className="sr-only">, unread</span>
        </span>
      )}
      <RowState conversation={conversation} open={open} />
    </a>
  );
}

/** One word at the end of the row: the most pressing of what there is to say. */
function RowState({ conversation, open }: { conversation: Conversation; open: boolean }) {
  const { id, streamingMessageIds } = conversation;
  const hasDraft = useHasDraft(id) && !open;
  const writing = streamingMessageIds.length > 0;
  const word = writing ? 'streaming' : hasDraft ? 'draft' : shortCost(conversation.cost);
  return (
    <span
      className={classes(
        'flex-none text-xs empty:hidden group-focus-within:hidden group-hover:hidden',
        hasDraft && !writing ? 'text-warn' : 'text-muted',
      )}
    >
      {word}
    </span>
  );
}
