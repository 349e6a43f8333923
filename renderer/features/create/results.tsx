import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ModalityId } from '../../../shared/modalities';
import { JobCard } from '../../media/job-card';
import { isFinished } from '../../media/jobs/job-words';
import { PictureCard } from '../../media/picture-card';
import { VideoCard } from '../../media/video-card';
import { Viewer } from '../../media/viewer/viewer';
import { useCoreState } from '../../state/core/core-state';
import { useUiState } from '../../state/ui/ui-state';
import { ErrorCard } from '../../ui/alert';
import { EmptyResults } from './empty-results';
import type { Entry } from './entries';
import { TakeCard } from './take-card';
import { useEntries, useJobPages } from './use-entries';

const gapPx = 14;
const narrowestCardPx = 240;
/** How near to the end of the list more of it is asked for, in rows. */
const loadAhead = 3;

interface ResultsProps {
  modality: ModalityId;
  /** Grows with each thing that was begun: then the newest is to be seen. */
  turn: number;
}

/** What was made and is being made, newest first; only what is in sight is in the page. */
export function Results({ modality, turn }: ResultsProps) {
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const [openId, setOpenId] = useState<string | null>(null);
  const entries = useEntries(modality);
  useEffect(() => {
    if (turn > 0) scroller?.scrollTo({ top: 0 });
  }, [turn, scroller]);
  const files = entries.flatMap(({ mediaId }) => mediaId ?? []);
  return (
    <div
      ref={setScroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable to be scrolled by keyboard.
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto px-5 outline-offset-[-2px]"
    >
      {scroller !== null && <Grid {...{ modality, entries, scroller }} onOpen={setOpenId} />}
      {openId !== null && (
        <Viewer ids={files} id={openId} onShow={setOpenId} onClose={() => setOpenId(null)} />
      )}
    </div>
  );
}

interface GridProps {
  modality: ModalityId;
  entries: readonly Entry[];
  scroller: HTMLDivElement;
  onOpen: (id: string) => void;
}

function Grid({ modality, entries, scroller, onOpen }: GridProps) {
  const columns = useColumns(scroller, modality);
  const rows = Math.ceil(entries.length / columns);
  const virtualizer = useVirtualizer({
    count: rows,
    getScrollElement: () => scroller,
    estimateSize: () => (modality === 'speech' ? 130 : 240),
    // By its first entry: a row that moved down keeps what was measured of it.
    getItemKey: (row) => `${columns}/${entries[row * columns]?.key ?? row}`,
    overscan: 2,
    gap: gapPx,
    paddingStart: 18,
    paddingEnd: 24,
  });
  const lastRow = virtualizer.range?.endIndex ?? 0;
  const pages = useJobPages(modality, lastRow >= rows - loadAhead);
  const named = useNamedJob(entries, (index) => virtualizer.scrollToIndex(Math.floor(index / columns)));
  if (pages.error !== null) return <ErrorCard error={pages.error} />;
  if (entries.length === 0) return pages.isLoading ? null : <EmptyResults modality={modality} />;
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows stand between the list and its items, which <ul> does not allow.
    <div
      role="list"
      aria-label="Results"
      className="relative mx-auto max-w-[1600px]"
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map(({ key, index: row, start }) => (
        <div
          key={key}
          role="presentation"
          ref={virtualizer.measureElement}
          data-index={row}
          className="absolute top-0 left-0 grid w-full items-start"
          style={{
            transform: `translateY(${start}px)`,
            gap: gapPx,
            gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
          }}
        >
          {entries.slice(row * columns, (row + 1) * columns).map((entry, column) => (
            <Cell
              key={entry.key}
              {...{ modality, entry, onOpen }}
              place={row * columns + column + 1}
              count={entries.length}
              isNamed={entry.jobId === named}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

interface CellProps {
  modality: ModalityId;
  entry: Entry;
  place: number;
  count: number;
  isNamed: boolean;
  onOpen: (id: string) => void;
}

function Cell({ modality, entry, place, count, isNamed, onOpen }: CellProps) {
  const cell = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isNamed) cell.current?.focus({ preventScroll: true });
  }, [isNamed]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: as the list around it.
    <div
      ref={cell}
      role="listitem"
      tabIndex={isNamed ? -1 : undefined}
      aria-setsize={count}
      aria-posinset={place}
      className={isNamed ? 'rounded-card outline-2 outline-accent' : 'rounded-card'}
    >
      <Card {...{ modality, entry, onOpen }} />
    </div>
  );
}

function Card({ modality, entry, onOpen }: Pick<CellProps, 'modality' | 'entry' | 'onOpen'>) {
  const isNews = useIsNews(entry.jobId);
  if (modality === 'speech') return <TakeCard jobId={entry.jobId} isNews={isNews} />;
  if (entry.mediaId === null) return <JobCard id={entry.jobId} isPicture isNews={isNews} />;
  return modality === 'image' ? (
    <PictureCard id={entry.mediaId} onOpen={onOpen} />
  ) : (
    <VideoCard id={entry.mediaId} onOpen={onOpen} />
  );
}

const openedAt = Date.now();

/** True for what ended while this page was open, and for the newest of all: what lies further back is no alarm. */
function useIsNews(jobId: string): boolean {
  return useCoreState(({ jobs }) => {
    const job = jobs[jobId];
    if (job === undefined || !isFinished(job)) return false;
    if ((job.finishedAt ?? 0) >= openedAt) return true;
    return Object.values(jobs).every(
      (other) => other.modality !== job.modality || other.createdAt <= job.createdAt,
    );
  });
}

function useColumns(scroller: HTMLDivElement, modality: ModalityId): number {
  const [columns, setColumns] = useState(3);
  useLayoutEffect(() => {
    if (modality === 'speech') return setColumns(1);
    const measure = () => {
      const { paddingLeft, paddingRight } = getComputedStyle(scroller);
      const width = scroller.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      setColumns(Math.max(1, Math.floor((width + gapPx) / (narrowestCardPx + gapPx))));
    };
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(scroller);
    return () => watcher.disconnect();
  }, [scroller, modality]);
  return columns;
}

/** The job that the address names: brought into sight once, when it is there. */
function useNamedJob(entries: readonly Entry[], show: (index: number) => void): string | null {
  const jobId = useUiState(({ route }) => route.jobId);
  const shown = useRef<string | null>(null);
  const index = jobId === null ? -1 : entries.findIndex((entry) => entry.jobId === jobId);
  useEffect(() => {
    if (index < 0 || shown.current === jobId) return;
    shown.current = jobId;
    show(index);
  }, [jobId, index, show]);
  return jobId;
}
