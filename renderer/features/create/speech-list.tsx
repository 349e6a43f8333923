import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { noteFocus } from '../../lib/focus';
import type { Entry } from '../../media/stage/entry';
import { useIsRecent } from '../../media/stage/fresh';
import { useUiState } from '../../state/ui/ui-state';
import { SpeechCard } from './speech-card';

const gapPx = 14;
const estimatedRowPx = 130;
/** How many items before the end of the list the next page is loaded. */
const loadAhead = 3;

export interface SpeechListProps {
  entries: readonly Entry[];
  turn: number;
  onNearEnd: (isNear: boolean) => void;
}

/** All speech results, newest first; only the visible ones are in the page. Progress draws its job alone. */
export const SpeechList = memo(function SpeechList({ entries, turn, onNearEnd }: SpeechListProps) {
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const virtualizer = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller,
    estimateSize: () => estimatedRowPx,
    // By its job: a row that moved down keeps its measured height.
    getItemKey: (row) => entries[row]?.key ?? row,
    overscan: 2,
    gap: gapPx,
    paddingStart: 18,
    paddingEnd: 24,
  });
  useEffect(() => {
    if (turn > 0) scroller?.scrollTo({ top: 0 });
  }, [turn, scroller]);
  const isNearEnd = (virtualizer.range?.endIndex ?? 0) >= entries.length - loadAhead;
  useEffect(() => onNearEnd(isNearEnd), [isNearEnd, onNearEnd]);
  const named = useNamedSpeech(entries, (index) => virtualizer.scrollToIndex(index));
  return (
    <div
      ref={setScroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable to be scrolled by keyboard.
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto px-5 outline-offset-[-2px]"
    >
      {/* biome-ignore lint/a11y/useSemanticElements: its items are placed, which <ul> does not allow. */}
      <div
        role="list"
        aria-label="Results"
        className="relative mx-auto max-w-[1100px]"
        style={{ height: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map(({ key, index, start }) => (
          <div
            key={key}
            role="presentation"
            ref={virtualizer.measureElement}
            data-index={index}
            className="absolute top-0 left-0 w-full"
            style={{ transform: `translateY(${start}px)` }}
          >
            <Speech
              jobId={entries[index]?.jobId ?? ''}
              place={index + 1}
              count={entries.length}
              isNamed={entries[index]?.jobId === named.jobId}
              isElsewhere={named.isElsewhere}
            />
          </div>
        ))}
      </div>
    </div>
  );
});

interface SpeechProps {
  jobId: string;
  place: number;
  count: number;
  isNamed: boolean;
  /** Whether the person went on since the address named one. */
  isElsewhere: () => boolean;
}

function Speech({ jobId, place, count, isNamed, isElsewhere }: SpeechProps) {
  const row = useRef<HTMLDivElement>(null);
  const isRecent = useIsRecent(jobId);
  useEffect(() => {
    if (isNamed && !isElsewhere()) row.current?.focus({ preventScroll: true });
  }, [isNamed, isElsewhere]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: as the list around it.
    <div
      ref={row}
      role="listitem"
      tabIndex={isNamed ? -1 : undefined}
      aria-setsize={count}
      aria-posinset={place}
      className={isNamed ? 'rounded-card outline-2 outline-accent' : 'rounded-card'}
    >
      <SpeechCard jobId={jobId} isRecent={isRecent} />
    </div>
  );
}

/** The job in the address: scrolled into view once it exists. */
function useNamedSpeech(entries: readonly Entry[], show: (index: number) => void) {
  const jobId = useUiState(({ route }) => route.jobId);
  const shown = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: noted again for each that is named.
  const isElsewhere = useMemo(noteFocus, [jobId]);
  const index = jobId === null ? -1 : entries.findIndex((entry) => entry.jobId === jobId);
  useEffect(() => {
    if (index < 0 || shown.current === jobId) return;
    shown.current = jobId;
    show(index);
  }, [jobId, index, show]);
  return { jobId, isElsewhere };
}
