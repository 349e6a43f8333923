import { Pin } from 'lucide-react';
import { type KeyboardEvent, memo, useEffect, useMemo, useState } from 'react';
import type { Conversation } from '../../../../shared/chat/chat';
import { shortCost } from '../../../../shared/money/cost';
import { commandAt } from '../../../commands/shortcuts';
import { groupByDay } from '../../../lib/group-by-day';
import {
  pinConversation,
  removeConversation,
  renameConversation,
} from '../../../parts/chat/conversation-actions';
import { exportConversation } from '../../../parts/chat/export-conversation';
import { ComparisonRow } from '../../../parts/comparisons/comparison-row';
import {
  comparisonOfRow,
  comparisonRow,
  type ListedRow,
  newestRowFirst,
  useComparisonsSince,
} from '../../../parts/comparisons/listed';
import { focusUndoAfter } from '../../../parts/history/focus-undo';
import { HistoryRows } from '../../../parts/history/history-rows';
import { RenameField } from '../../../parts/history/rename-field';
import { type RowActions, RowMenu } from '../../../parts/history/row-menu';
import { useCoreState } from '../../../state/core/core-state';
import { loadConversations } from '../../../state/core/pages';
import { useHasDraft } from '../../../state/ui/drafts';
import { useConversation } from '../../../state/ui/selectors';
import { useUiState } from '../../../state/ui/ui-state';
import { classes } from '../../../ui/classes';

/** Pinned conversations, then the others, newest first, under their days; only those in sight are in the page. */
export function ConversationList() {
  const rows = useRows();
  const cursor = useCoreState(({ listCursor }) => listCursor);
  return (
    <HistoryRows
      rows={rows}
      keyOf={(row) => row}
      empty="No chats yet"
      cursor={cursor}
      onNearEnd={() => void loadConversations()}
    >
      {(row) => <Row row={row} />}
    </HistoryRows>
  );
}

const headingMark = 'heading:';

function Row({ row }: { row: string }) {
  const compared = comparisonOfRow(row);
  if (compared !== null) return <ComparisonRow id={compared} />;
  if (!row.startsWith(headingMark)) return <HistoryRow id={row} />;
  return <h2 className="px-2 pt-2.5 text-muted text-sm">{row.slice(headingMark.length)}</h2>;
}

/** Ids of conversations and comparisons, with a heading before the first of each group. */
function useRows(): readonly string[] {
  const conversations = useCoreState((state) => state.conversations);
  const cursor = useCoreState(({ listCursor }) => listCursor);
  const oldest = useMemo(() => {
    const own = Object.values(conversations).filter(({ owner }) => owner === null);
    // Not `Math.min(...)`: so many arguments a call does not take.
    return cursor === null ? 0 : own.reduce((least, { updatedAt }) => Math.min(least, updatedAt), Infinity);
  }, [cursor, conversations]);
  const compared = useComparisonsSince('chat', oldest);
  const today = useToday();
  return useMemo(() => {
    const newestFirst = Object.values(conversations)
      .filter(({ owner }) => owner === null)
      .sort((one, other) => other.updatedAt - one.updatedAt);
    const pinned = newestFirst.filter(({ isPinned }) => isPinned);
    const others = newestFirst.filter(({ isPinned }) => !isPinned);
    const listed = [...others.map(rowOf), ...compared.map(comparisonRow)].sort(newestRowFirst);
    const groups = groupByDay(listed, ({ at }) => at, today);
    const top = pinned.length === 0 ? [] : [{ label: 'Pinned', items: pinned.map(rowOf) }];
    return [...top, ...groups].flatMap(({ label, items }) => [
      `${headingMark}${label}`,
      ...items.map(({ row }) => row),
    ]);
  }, [conversations, compared, today]);
}

const rowOf = ({ id, updatedAt }: Conversation): ListedRow => ({ row: id, at: updatedAt });

const checkDayMs = 60_000;

/** The present moment, renewed when the day changes: a window left open over night says "Yesterday" too. */
function useToday(): number {
  const [today, setToday] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      if (new Date(today).toDateString() !== new Date().toDateString()) setToday(Date.now());
    }, checkDayMs);
    return () => clearInterval(timer);
  }, [today]);
  return today;
}

/** One conversation: open it, rename it (F2), pin it (P), delete it (Delete). */
const HistoryRow = memo(function HistoryRow({ id }: { id: string }) {
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
    const focusBack = `nav[aria-label=History] a[href="#/chat/${id}"]`;
    return <RenameField {...{ title, focusBack }} onRename={rename} onDone={() => setRenaming(false)} />;
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
  remove: () => void focusUndoAfter(removeConversation(id)),
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
