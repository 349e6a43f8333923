import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, memo, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { MediaModality } from '../../../shared/modalities/modalities';
import { commandAt } from '../../commands/shortcuts';
import { focusSoon, focusWhenThere } from '../../lib/focus';
import { FastScroll, useFastScroll } from '../../media/fast-scroll';
import type { Entry } from '../../media/stage/entry';
import { useSize } from '../../media/stage/use-size';
import { changeView, toggleLayout, useResultView } from '../../state/ui/result-view';
import { placeAfter } from '../../state/ui/selection';
import { showOnStage, takeGridFocus, useStage } from '../../state/ui/stage';
import { ResultTile } from './result-tile';

const gapPx = 12;
const captionPx = 26;
/** How many rows before the end of the list the next page is loaded. */
const loadAhead = 3;

interface ResultGridProps {
  modality: MediaModality;
  entries: readonly Entry[];
  turn: number;
  onNearEnd: (isNear: boolean) => void;
}

/** All results as uncropped images of the chosen size; only visible rows are in the page. Progress draws its job alone. */
export const ResultGrid = memo(function ResultGrid(props: ResultGridProps) {
  const { modality, entries, turn, onNearEnd } = props;
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const isFast = useFastScroll(scroller);
  const { columns, tilePx } = useColumns(scroller, modality);
  const virtualizer = useRows(scroller, Math.ceil(entries.length / columns), tilePx, onNearEnd);
  useEffect(() => {
    if (turn > 0) scroller?.scrollTo({ top: 0 });
  }, [turn, scroller]);
  const onKeyDown = gridKeys({ modality, entries, columns }, (index) =>
    virtualizer.scrollToIndex(Math.floor(index / columns)),
  );
  const tabStop = useTabStop(modality, entries);
  useFocusFromStage({ modality, scroller, columns }, () =>
    virtualizer.scrollToIndex(Math.floor(tabStop / columns)),
  );
  return (
    <div ref={setScroller} className="min-h-0 flex-1 overflow-y-auto px-5">
      {/* biome-ignore lint/a11y/useSemanticElements: rows lie between the list and its items, which <ul> does not allow. */}
      <div
        role="list"
        aria-label="Results"
        onKeyDown={onKeyDown}
        className="relative"
        style={{ height: virtualizer.getTotalSize() }}
      >
        <FastScroll value={isFast}>
          {virtualizer.getVirtualItems().map(({ key, index: row, start }) => (
            <Row key={key} startPx={start} columns={columns}>
              {entries.slice(row * columns, (row + 1) * columns).map((entry, column) => (
                <ResultTile
                  key={entry.key}
                  {...{ modality, entry, tilePx }}
                  place={row * columns + column + 1}
                  count={entries.length}
                  isTabStop={row * columns + column === tabStop}
                  onShow={showEntry}
                />
              ))}
            </Row>
          ))}
        </FastScroll>
      </div>
    </div>
  );
});

function useColumns(scroller: HTMLDivElement | null, modality: MediaModality) {
  const { scale } = useResultView(modality);
  const width = (useSize(scroller)?.width ?? 0) || scale;
  const columns = Math.max(1, Math.floor((width + gapPx) / (scale + gapPx)));
  const tilePx = Math.floor((width - gapPx * (columns - 1)) / columns);
  return { columns, tilePx };
}

function useRows(
  scroller: HTMLDivElement | null,
  count: number,
  tilePx: number,
  onNearEnd: ResultGridProps['onNearEnd'],
) {
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => tilePx + captionPx + gapPx,
    overscan: 2,
    paddingStart: 16,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another width of the tiles is another height of the rows.
  useEffect(() => virtualizer.measure(), [tilePx, virtualizer]);
  const isNearEnd = (virtualizer.range?.endIndex ?? 0) >= count - loadAhead;
  useEffect(() => onNearEnd(isNearEnd), [isNearEnd, onNearEnd]);
  return virtualizer;
}

/** Index of the tile that Tab stops at: what is on the stage, or the first. */
function useTabStop(modality: MediaModality, entries: readonly Entry[]): number {
  const shown = useStage(({ keys }) => keys[modality]);
  return useMemo(
    () =>
      Math.max(
        0,
        entries.findIndex(({ key }) => key === shown),
      ),
    [entries, shown],
  );
}

interface OpenedGrid {
  readonly modality: MediaModality;
  readonly scroller: HTMLElement | null;
  readonly columns: number;
}

/** Where a key of the stage opened the grid, the tile of what was on the stage takes the focus, wherever it is. */
function useFocusFromStage({ modality, scroller, columns }: OpenedGrid, showTile: () => void): void {
  const [isAsked] = useState(() => takeGridFocus(modality));
  const isWaiting = useRef(isAsked);
  useEffect(() => {
    if (!isAsked || scroller === null) return;
    const onFocused = () => {
      isWaiting.current = false;
    };
    focusWhenThere(() => scroller.querySelector<HTMLElement>('[data-entry][tabindex="0"]'), { onFocused });
  }, [isAsked, scroller]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: again once the width of the grid is known.
  useEffect(() => {
    if (isWaiting.current) showTile();
  }, [scroller, columns]);
}

interface RowProps {
  startPx: number;
  columns: number;
  children: ReactNode;
}

function Row({ startPx, columns, children }: RowProps) {
  return (
    <div
      role="presentation"
      className="absolute top-0 left-0 grid w-full"
      style={{
        transform: `translateY(${startPx}px)`,
        gap: gapPx,
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
      }}
    >
      {children}
    </div>
  );
}

/** Back to the stage, with this one on it. */
function showEntry(modality: MediaModality, entry: Entry): void {
  showOnStage(modality, entry.key);
  changeView(modality, { layout: 'stage' });
  focusSoon('stage');
}

interface GridActions {
  readonly modality: MediaModality;
  readonly entries: readonly Entry[];
  readonly columns: number;
}

/** Arrow keys move over the tiles; G and Escape go back to the stage. */
function gridKeys(actions: GridActions, scrollTo: (index: number) => void) {
  return (event: KeyboardEvent<HTMLElement>) => {
    if (event.defaultPrevented) return;
    const run = leaveOf(event, actions.modality) ?? moveOf(event, actions, scrollTo);
    if (run === null) return;
    event.preventDefault();
    run();
  };
}

function leaveOf(event: KeyboardEvent<HTMLElement>, modality: MediaModality): (() => void) | null {
  const id = commandAt(event.nativeEvent, 'stage')?.id;
  if (id !== 'stage.grid' && id !== 'stage.leave') return null;
  return () => {
    toggleLayout(modality);
    focusSoon('stage');
  };
}

function moveOf(
  event: KeyboardEvent<HTMLElement>,
  { modality, entries, columns }: GridActions,
  scrollTo: (index: number) => void,
): (() => void) | null {
  const { target, currentTarget } = event;
  const from = entries.findIndex(({ key }) => target instanceof HTMLElement && key === target.dataset.entry);
  const to = from < 0 ? null : placeAfter(event.key, from, entries.length, columns);
  const next = to === null ? undefined : entries[to];
  if (to === null || next === undefined) return null;
  return () => {
    showOnStage(modality, next.key);
    scrollTo(to);
    const find = () => currentTarget.querySelector<HTMLElement>(`[data-entry="${CSS.escape(next.key)}"]`);
    const there = find();
    // At once where it is drawn already: Enter may follow within the same frame.
    if (there !== null) there.focus();
    else focusWhenThere(find);
  };
}
