import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Conversation } from '../../../../shared/chat';
import { groupByDay } from '../../../lib/group-by-day';
import { oneTabStop } from '../../../lib/one-tab-stop';
import { ComparisonRow } from '../../../parts/comparisons/comparison-row';
import {
  comparisonOfRow,
  comparisonRow,
  type ListedRow,
  newestRowFirst,
  useComparisonsSince,
} from '../../../parts/comparisons/listed';
import { useCoreState } from '../../../state/core/core-state';
import { loadConversations } from '../../../state/core/pages';
import { HistoryRow } from './history-row';

const rowPx = 33;
/** How many rows before the end of the list the next page is loaded. */
const loadAhead = 20;

/** Pinned conversations, then the others, newest first, under their days; only those in sight are in the page. */
export function ConversationList() {
  const rows = useRows();
  const cursor = useCoreState(({ listCursor }) => listCursor);
  const scroller = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer<HTMLElement, Element>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    getItemKey: (index) => rows[index] ?? index,
    overscan: 12,
  });
  const list = useCallback((nav: HTMLElement) => {
    scroller.current = nav;
    return oneTabStop(nav);
  }, []);
  const lastSeen = virtualizer.range?.endIndex ?? 0;
  useEffect(() => {
    if (cursor !== null && lastSeen > rows.length - loadAhead) void loadConversations();
  }, [cursor, lastSeen, rows.length]);
  return (
    <nav
      ref={list}
      aria-label="History"
      data-rows={rows.length}
      className="min-h-0 flex-1 overflow-y-auto px-2 pb-3"
    >
      {rows.length === 0 && <p className="px-2 py-1 text-muted">No chats yet</p>}
      <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ key, index, start }) => (
          <div
            key={key}
            data-row={index}
            className="absolute top-0 left-0 w-full"
            style={{ height: rowPx, transform: `translateY(${start}px)` }}
          >
            <Row row={rows[index] ?? ''} />
          </div>
        ))}
      </div>
    </nav>
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
