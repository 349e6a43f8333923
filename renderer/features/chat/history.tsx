import { useVirtualizer } from '@tanstack/react-virtual';
import { Plus } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { loadConversations } from '../../actions';
import { groupByDay } from '../../lib/group-by-day';
import { useReported } from '../../store/reported';
import { Button } from '../../ui/button';
import { modKey, newChat } from '../frame/shortcuts';
import { HistoryRow } from './history-row';

const rowPx = 33;
/** How near to the end of the list more of it is asked for, in rows. */
const loadAhead = 20;

/** All conversations, newest first, under their days. */
export function History() {
  return (
    <>
      <div className="flex-none p-3 pb-2">
        <Button className="w-full justify-start" onClick={newChat}>
          <Plus className="icon" aria-hidden />
          <span className="flex-1 text-left">New chat</span>
          <kbd aria-hidden className="font-sans text-muted text-xs">
            {modKey} N
          </kbd>
        </Button>
      </div>
      <ConversationList />
    </>
  );
}

function ConversationList() {
  const rows = useRows();
  const cursor = useReported(({ listCursor }) => listCursor);
  const scroller = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer<HTMLElement, Element>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    getItemKey: (index) => rows[index] ?? index,
    overscan: 12,
  });
  const lastSeen = virtualizer.range?.endIndex ?? 0;
  useEffect(() => {
    if (cursor !== null && lastSeen > rows.length - loadAhead) void loadConversations();
  }, [cursor, lastSeen, rows.length]);
  return (
    <nav ref={scroller} aria-label="History" className="min-h-0 flex-1 overflow-y-auto px-2 pb-3">
      {rows.length === 0 && <p className="px-2 py-1 text-muted">What you begin will be listed here.</p>}
      <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ key, index, start }) => (
          <div
            key={key}
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

const dayMark = 'day:';

function Row({ row }: { row: string }) {
  if (!row.startsWith(dayMark)) return <HistoryRow id={row} />;
  return <h2 className="px-2 pt-2.5 text-muted text-sm">{row.slice(dayMark.length)}</h2>;
}

/** Ids of conversations, with the heading of each day before its first. */
function useRows(): readonly string[] {
  const conversations = useReported((state) => state.conversations);
  const today = useToday();
  return useMemo(() => {
    const sorted = Object.values(conversations).sort((one, other) => other.updatedAt - one.updatedAt);
    const groups = groupByDay(sorted, ({ updatedAt }) => updatedAt, today);
    return groups.flatMap(({ label, items }) => [`${dayMark}${label}`, ...items.map(({ id }) => id)]);
  }, [conversations, today]);
}

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
