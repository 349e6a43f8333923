import { type KeyboardEvent, memo, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { MediaModality } from '../../../shared/modalities/modalities';
import { cutText } from '../../../shared/text/cut-text';
import { commandAt } from '../../commands/shortcuts';
import { focusName, noteFocus } from '../../lib/focus';
import { promptTitle } from '../../lib/prompt-title';
import { announce } from '../../state/announce';
import { useCoreState } from '../../state/core/core-state';
import { useJob } from '../../state/core/selectors';
import { openLineage } from '../../state/ui/dialogs';
import { openGrid, showOnStage, useStage } from '../../state/ui/stage';
import { useUiState } from '../../state/ui/ui-state';
import { useShortWindow } from '../../state/ui/window-size';
import { lazy, Suspense } from '../../ui/later';
import { isFinished } from '../jobs/job-text';
import { sizeText } from '../media-facts';
import { framesOf, type VideoControl } from '../player/video-player';
import { useZoom, type Zoom } from '../viewer/use-zoom';
import { Viewer } from '../viewer/viewer';
import { type Entry, shownIndex } from './entry';
import { markSeen, useHasEndedHere } from './fresh';
import { StageItem } from './stage-item';
import { Strip } from './strip';

interface StageProps {
  modality: MediaModality;
  /** Newest first; at least one. */
  entries: readonly Entry[];
  onNearEnd: (isNear: boolean) => void;
}

/**
 * One result large, the others as a strip below. It shows the selected one, whatever arrives meanwhile; progress draws
 * its job alone.
 */
export const Stage = memo(function Stage({ modality, entries, onNearEnd }: StageProps) {
  const at = useShown(modality, entries);
  const entry = entries[at] as Entry;
  const [openId, setOpenId] = useState<string | null>(null);
  const zoom = useZoom(entry.key);
  const video = useRef<VideoControl>(null);
  const item = useRef<HTMLDivElement>(null);
  const show = (index: number) => {
    const next = entries[index];
    if (next === undefined || index === at) return;
    showOnStage(modality, next.key);
    item.current?.focus({ preventScroll: true });
    announce(spoken(next, index, entries.length));
  };
  const open = () => entry.mediaId !== null && setOpenId(entry.mediaId);
  const onKeyDown = stageKeys({ modality, at, count: entries.length, zoom, video, show, open });
  useNamedJob(modality, entries, item);
  const hasStrip = useHasStrip(entries, entry.jobId);
  const isShort = useShortWindow();
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: the items of the strip are placed, which <ul> does not allow. */}
      <div
        role="list"
        aria-label="Results"
        onKeyDown={onKeyDown}
        className="flex min-h-0 flex-1 flex-col overflow-y-auto overflow-x-hidden"
      >
        <StageItem ref={item} {...{ entries, at, zoom, video }} onOpen={open} />
        {entry.mediaId !== null && !isShort && (
          <Suspense>
            <LineageRow mediaId={entry.mediaId} onShow={(id) => showOrOpen(entries, id, show)} />
          </Suspense>
        )}
        {hasStrip && (
          <Strip
            {...{ modality, entries, at, onNearEnd }}
            onShow={(chosen) => show(entries.indexOf(chosen))}
            onOpen={setOpenId}
          />
        )}
      </div>
      {openId !== null && (
        <Viewer
          ids={entries.flatMap(({ mediaId }) => mediaId ?? [])}
          id={openId}
          onShow={(id) => {
            setOpenId(id);
            showOnStage(modality, id);
          }}
          onClose={() => setOpenId(null)}
        />
      )}
    </>
  );
});

const LineageRow = lazy(() => import('../lineage/lineage-row'));

/** A result that is not among these is shown on the board. */
function showOrOpen(entries: readonly Entry[], id: string, show: (index: number) => void): void {
  const index = entries.findIndex(({ mediaId }) => mediaId === id);
  if (index >= 0) show(index);
  else openLineage(id);
}

/** The index on the stage: stays with what it shows, and with a job through to its results. */
function useShown(modality: MediaModality, entries: readonly Entry[]): number {
  const key = useStage(({ keys }) => keys[modality] ?? null);
  const lastAt = useRef(0);
  const at = shownIndex(entries, key, lastAt.current);
  lastAt.current = at;
  const jobId = entries[at]?.jobId ?? '';
  const shownKey = entries[at]?.key;
  useEffect(() => {
    // From now on it is this one, however many come after it.
    if (key === null && shownKey !== undefined) showOnStage(modality, shownKey);
  }, [modality, key, shownKey]);
  const hasEnded = useHasEndedHere(jobId);
  useEffect(() => {
    if (hasEnded) markSeen(jobId);
  }, [hasEnded, jobId]);
  return at;
}

/** From the start of a run of several: the stage is as large as it will be with all of them. */
function useHasStrip(entries: readonly Entry[], jobId: string): boolean {
  const job = useJob(jobId);
  const isRunning = job !== undefined && !isFinished(job);
  return entries.length > 1 || (isRunning && Number(job.parameters.count ?? 1) > 1);
}

/** `2 of 5: a paper boat, 1024 × 1024`, for those who do not see the stage. */
function spoken({ jobId, mediaId }: Entry, index: number, count: number): string {
  const { media, jobs } = useCoreState.getState();
  const item = mediaId === null ? undefined : media[mediaId];
  const job = jobs[jobId];
  const text = promptTitle(item?.origin.prompt ?? job?.prompt ?? '');
  const what = item === undefined ? (job?.status ?? '') : sizeText(item);
  return `${index + 1} of ${count}: ${cutText(text, 120)}, ${what}`;
}

/** The job that the address names comes on the stage once, and has the focus. */
function useNamedJob(
  modality: MediaModality,
  entries: readonly Entry[],
  item: React.RefObject<HTMLDivElement | null>,
): void {
  const jobId = useUiState(({ route }) => route.jobId);
  const shown = useRef<string | null>(null);
  // As the address names it: the job may have to be loaded first, and the person may type meanwhile.
  const isElsewhere = useMemo(() => (jobId === null ? null : noteFocus()), [jobId]);
  const isThere = jobId !== null && entries.some((entry) => entry.jobId === jobId);
  useEffect(() => {
    if (!isThere || jobId === null || shown.current === jobId) return;
    shown.current = jobId;
    showOnStage(modality, jobId);
    // After the prompt, which takes the focus when its tab opens.
    const frame = requestAnimationFrame(() => {
      if (isElsewhere?.() === false) item.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [modality, jobId, isThere, item, isElsewhere]);
}

interface StageActions {
  readonly modality: MediaModality;
  readonly at: number;
  readonly count: number;
  readonly zoom: Zoom;
  readonly video: RefObject<VideoControl | null>;
  readonly show: (index: number) => void;
  readonly open: () => void;
}

/** The keys of the stage and its strip. */
function stageKeys(actions: StageActions) {
  return (event: KeyboardEvent<HTMLElement>) => {
    if (event.defaultPrevented || !isOwn(event)) return;
    const run = runOf(event, actions);
    if (run === null) return;
    event.preventDefault();
    run();
  };
}

/** Not of a menu or dialog that only React counts as inside; a player's and a field's own keys go first. */
function isOwn({ target, currentTarget }: KeyboardEvent<HTMLElement>): boolean {
  if (!(target instanceof HTMLElement) || !currentTarget.contains(target)) return false;
  return !(target instanceof HTMLVideoElement) && !target.matches('input, select, textarea');
}

function runOf(event: KeyboardEvent<HTMLElement>, actions: StageActions): (() => void) | null {
  const { modality, at, count, zoom, video, show, open } = actions;
  const frames = framesOf(event);
  if (frames !== 0 && video.current !== null) return () => video.current?.step(frames);
  const runs: Readonly<Record<string, () => void>> = {
    'viewer.previous': () => show(at - 1),
    'viewer.next': () => show(at + 1),
    'viewer.zoomIn': zoom.in,
    'viewer.zoomOut': zoom.out,
    'viewer.fit': zoom.fit,
    'viewer.actual': zoom.actual,
    'stage.first': () => show(0),
    'stage.last': () => show(count - 1),
    'stage.grid': () => openGrid(modality),
    'stage.leave': () => focusName('composer'),
  };
  // Its own keys first: Escape also closes the viewer.
  const command = commandAt(event.nativeEvent, 'stage') ?? commandAt(event.nativeEvent, 'viewer');
  const id = command?.id ?? '';
  // A button that has the focus is pressed by these two.
  const isPress = id === 'stage.fullScreen' || id === 'stage.play';
  if (isPress) {
    if (event.target instanceof HTMLElement && event.target.matches('button, a')) return null;
    return id === 'stage.play' ? () => video.current?.toggle() : open;
  }
  return runs[id] ?? null;
}
