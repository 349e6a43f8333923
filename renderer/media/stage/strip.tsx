import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useState } from 'react';
import type { MediaModality } from '../../../shared/modalities/modalities';
import { useShortWindow } from '../../state/ui/window-size';
import { type Entry, endsRun } from './entry';
import { StripItem, StripMark } from './strip-item';

const thumbPx = { tall: 76, short: 52 };
const gapPx = 4;
const runGapPx = 16;
const paddingPx = 12;
/** How many items before the end the next page is loaded. */
const loadAhead = 12;

interface StripProps {
  modality: MediaModality;
  entries: readonly Entry[];
  /** Index of what is on the stage. */
  at: number;
  onShow: (entry: Entry) => void;
  onOpen: (mediaId: string) => void;
  onNearEnd: (isNear: boolean) => void;
}

/**
 * All other results, a run's close together. What is on the stage is its own item of the list, so here it only leaves
 * a mark.
 */
export function Strip({ modality, entries, at, onShow, onOpen, onNearEnd }: StripProps) {
  const isShort = useShortWindow();
  const sidePx = isShort ? thumbPx.short : thumbPx.tall;
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const virtualizer = useItems(scroller, entries, at, sidePx);
  const isNearEnd = (virtualizer.range?.endIndex ?? 0) >= entries.length - loadAhead;
  useEffect(() => onNearEnd(isNearEnd), [isNearEnd, onNearEnd]);
  const tabStop = at + 1 < entries.length ? at + 1 : at - 1;
  return (
    <div
      ref={setScroller}
      className="flex-none overflow-x-auto overflow-y-hidden border-line border-t pt-2 pb-1"
    >
      <div className="relative" style={{ width: virtualizer.getTotalSize(), height: sidePx }}>
        {virtualizer.getVirtualItems().map(({ key, index, start }) => {
          const entry = entries[index];
          if (entry === undefined) return null;
          const style = { transform: `translateX(${start}px)`, width: sidePx, height: sidePx };
          if (index === at) return <StripMark key={key} entry={entry} modality={modality} style={style} />;
          return (
            <StripItem
              key={key}
              {...{ modality, entry, style, onShow, onOpen }}
              place={index + 1}
              count={entries.length}
              isTabStop={index === tabStop}
              isSmall={isShort}
            />
          );
        })}
      </div>
    </div>
  );
}

/** The items in the page; a move of the stage scrolls to its mark. */
function useItems(scroller: HTMLDivElement | null, entries: readonly Entry[], at: number, sidePx: number) {
  const virtualizer = useVirtualizer({
    horizontal: true,
    count: entries.length,
    getScrollElement: () => scroller,
    estimateSize: (index) => sidePx + (endsRun(entries, index) ? runGapPx : gapPx),
    getItemKey: (index) => entries[index]?.key ?? index,
    // The neighbors stay in the page, since Tab moves to one of them.
    rangeExtractor: (range) =>
      [...new Set([at - 1, at, at + 1, ...defaultRangeExtractor(range)])]
        .filter((index) => index >= 0 && index < entries.length)
        .sort((one, other) => one - other),
    overscan: 4,
    paddingStart: paddingPx,
    paddingEnd: paddingPx,
    scrollPaddingStart: 2 * sidePx,
    scrollPaddingEnd: 2 * sidePx,
  });
  const runs = useMemo(() => entries.map((_, index) => endsRun(entries, index)).join(), [entries]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other runs leave other gaps.
  useEffect(() => virtualizer.measure(), [runs, sidePx, virtualizer]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a move of the stage moves the strip.
  useEffect(() => {
    if (scroller !== null) virtualizer.scrollToIndex(at);
  }, [at, scroller]);
  return virtualizer;
}
