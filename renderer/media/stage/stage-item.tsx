import { X } from 'lucide-react';
import { type ReactNode, type Ref, type RefObject, useState } from 'react';
import type { Job } from '../../../shared/media/jobs';
import type { MediaItem, ResultKind } from '../../../shared/media/media';
import { modalities, modelText } from '../../../shared/modalities/modalities';
import { cutText } from '../../../shared/text/cut-text';
import { promptTitle } from '../../lib/prompt-title';
import { type CostWords, costWords } from '../../parts/credits/cost-text';
import { useCoreState } from '../../state/core/core-state';
import { useJob, useMedia } from '../../state/core/selectors';
import { useBeforeAfter } from '../../state/ui/before-after-state';
import { useForecast } from '../../state/use-forecast';
import { Button } from '../../ui/button';
import { lazy, Suspense } from '../../ui/later';
import { ProgressBar } from '../../ui/progress-bar';
import { scrollStop } from '../../ui/scroll-stop';
import { canShow } from '../can-show';
import { JobCard } from '../job-card';
import { ActionError } from '../jobs/action-error';
import { chargeText, isFinished, parametersText, progressText, statusWord } from '../jobs/job-text';
import { Checks, Elapsed } from '../jobs/job-time';
import { useJobActions } from '../jobs/use-job-actions';
import { Missing } from '../missing';
import { frameBarPx } from '../player/video-bar';
import { type VideoControl, VideoPlayer } from '../player/video-player';
import { iconOfKind } from '../thumbnail';
import { Unshown } from '../unshown';
import type { Zoom } from '../viewer/use-zoom';
import { ViewerSound } from '../viewer/viewer-sound';
import {
  aspectOf,
  expectedAspect,
  type FactsPlace,
  factsHeightPx,
  factsPlace,
  factsWidthPx,
  fittedSize,
  naturalSize,
  type Size,
} from './arrangement';
import { useImageBefore } from './before/use-image-before';
import { type Entry, runPlace } from './entry';
import { useIsRecent } from './fresh';
import { PromptText } from './prompt-text';
import { useDecodedAhead } from './sharp-image';
import { StageFacts } from './stage-facts';
import { StageImage } from './stage-image';
import { useSize } from './use-size';

const BeforeAfter = lazy(() => import('./before/before-after'));

interface StageItemProps {
  ref: Ref<HTMLDivElement>;
  entries: readonly Entry[];
  at: number;
  zoom: Zoom;
  video: RefObject<VideoControl | null>;
  onOpen: () => void;
}

/** The item of the list that is shown large. */
export function StageItem({ ref, entries, at, zoom, video, onOpen }: StageItemProps) {
  const [inner, setInner] = useState<HTMLDivElement | null>(null);
  const room = useSize(inner);
  const entry = entries[at] as Entry;
  const item = useMedia(entry.mediaId);
  return (
    // biome-ignore lint/a11y/useSemanticElements: as the list around it.
    <div
      ref={ref}
      role="listitem"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys of the stage need a focusable element.
      tabIndex={0}
      data-focus="stage"
      aria-setsize={entries.length}
      aria-posinset={at + 1}
      className="min-h-0 flex-1 p-3 outline-offset-[-2px]"
    >
      <div ref={setInner} className="size-full">
        {room !== null && item !== undefined && (
          <Result {...{ entries, at, item, room, zoom, video, onOpen }} />
        )}
        {room !== null && item === undefined && <JobPlace jobId={entry.jobId} room={room} />}
      </div>
    </div>
  );
}

interface ResultProps extends Omit<StageItemProps, 'ref'> {
  item: MediaItem;
  room: Size;
}

function Result({ entries, at, item, room, zoom, video, onOpen }: ResultProps) {
  const place = factsPlace(room, aspectOf(item));
  useNeighbors(entries, at, room);
  return (
    <StageLayout
      place={place}
      facts={<StageFacts {...{ item, place, room, onOpen }} run={runPlace(entries, at)} />}
    >
      <Picture
        {...{ item, zoom, video, onOpen }}
        room={roomOf(room, place, item.kind)}
        entryKey={entries[at]?.key ?? ''}
      />
    </StageLayout>
  );
}

/** The room left for the image itself. */
function roomOf(room: Size, place: FactsPlace, kind: ResultKind): Size {
  const bar = kind === 'video' ? frameBarPx : 0;
  return place === 'beside'
    ? { width: room.width - factsWidthPx, height: room.height - bar }
    : { width: room.width, height: room.height - factsHeightPx - bar };
}

const sizeIn = (room: Size, item: MediaItem): Size =>
  fittedSize(roomOf(room, factsPlace(room, aspectOf(item)), item.kind), aspectOf(item), naturalSize(item));

interface PictureProps {
  item: MediaItem;
  entryKey: string;
  room: Size;
  zoom: Zoom;
  video: RefObject<VideoControl | null>;
  onOpen: () => void;
}

function Picture({ item, entryKey, room, zoom, video, onOpen }: PictureProps) {
  const size = fittedSize(room, aspectOf(item), naturalSize(item));
  if (item.isMissing) return <Missing />;
  if (!canShow(item) || item.kind === 'file') return <Unshown item={item} />;
  if (item.kind === 'image') return <StagePicture {...{ item, size, zoom, onOpen }} />;
  if (item.kind === 'audio') return <ViewerSound key={item.id} item={item} />;
  return <VideoPlayer key={item.id} {...{ item, size }} control={video} playKey={entryKey} />;
}

/** The image, or it and the one that it was made from. */
function StagePicture({
  item,
  size,
  zoom,
  onOpen,
}: Omit<PictureProps, 'room' | 'video' | 'entryKey'> & { size: Size }) {
  const isCompared = useBeforeAfter(({ mediaId }) => mediaId === item.id);
  const before = useImageBefore(item);
  const image = <StageImage {...{ item, size, zoom, onOpen }} />;
  if (!isCompared || before === null) return image;
  return (
    <Suspense fallback={image}>
      <BeforeAfter {...{ item, before, size }} />
    </Suspense>
  );
}

function useNeighbors(entries: readonly Entry[], at: number, room: Size): void {
  const media = useCoreState((state) => state.media);
  const items = [at + 1, at - 1].flatMap((index) => media[entries[index]?.mediaId ?? ''] ?? []);
  useDecodedAhead(items, (item) => sizeIn(room, item));
}

/** A running job is laid out like its result, so that nothing moves when that arrives. */
function JobPlace({ jobId, room }: { jobId: string; room: Size }) {
  const isRecent = useIsRecent(jobId);
  const job = useJob(jobId);
  if (job === undefined) return null;
  if (isFinished(job)) {
    return (
      <div className="flex size-full items-center justify-center">
        <div className="max-h-full w-[min(600px,100%)] overflow-y-auto">
          <JobCard id={jobId} isPicture={false} isRecent={isRecent} />
        </div>
      </div>
    );
  }
  const aspect = expectedAspect(job);
  const place = factsPlace(room, aspect);
  const kind = modalities[job.modality].mediaKind;
  return (
    <StageLayout place={place} facts={<JobFacts job={job} place={place} />}>
      <JobProgress job={job} size={fittedSize(roomOf(room, place, kind), aspect, null)} />
    </StageLayout>
  );
}

interface StageLayoutProps {
  place: FactsPlace;
  facts: ReactNode;
  /** What is shown large. */
  children: ReactNode;
}

const columns = {
  beside: {
    gridTemplateColumns: `minmax(0, 1fr) ${factsWidthPx}px`,
    gridTemplateRows: 'minmax(0, 1fr)',
  },
  below: {
    gridTemplateColumns: 'minmax(0, 1fr)',
    gridTemplateRows: `minmax(0, 1fr) ${factsHeightPx}px`,
  },
} as const;

/** The large part and its facts. */
function StageLayout({ place, facts, children }: StageLayoutProps) {
  return (
    <div className="grid size-full" style={columns[place]}>
      <div className="flex min-h-0 min-w-0 items-center justify-center">{children}</div>
      {facts}
    </div>
  );
}

interface JobProgressProps {
  job: Job;
  size: Size;
}

/** A running job, in the position and aspect ratio of its result. */
function JobProgress({ job, size }: JobProgressProps) {
  const actions = useJobActions(job.id);
  const progress = progressText(job);
  const Icon = iconOfKind[modalities[job.modality].mediaKind];
  return (
    <div
      className="flex flex-col overflow-hidden rounded-control border border-line bg-panel"
      style={{ width: size.width, height: size.height }}
    >
      <div className="flex min-h-0 flex-1 flex-col items-center justify-center gap-1 p-4 text-center">
        <Icon className="icon mb-2 size-7 text-faint" aria-hidden />
        <p className="font-semibold text-xl">{progress ?? statusWord(job)}</p>
        <p className="text-muted">
          {progress !== null && `${statusWord(job)} · `}
          <Elapsed job={job} />
        </p>
        <p className="min-h-5 text-muted text-sm">
          <Checks job={job} />
        </p>
        <Button className="mt-2" onClick={actions.cancel}>
          <X className="icon" aria-hidden />
          Cancel
        </Button>
        <ActionError actions={actions} />
      </div>
      <ProgressBar progress={job.progress} />
    </div>
  );
}

/** The request and its estimated cost. */
function JobFacts({ job, place }: { job: Job; place: FactsPlace }) {
  const cost = useJobCost(job);
  const facts = [modelText(job.model), parametersText(job)].filter((text) => text !== '').join(' · ');
  const costLine = (
    <span className="text-credit" title={cost?.title}>
      {chargeText(job) ?? cost?.text ?? 'cost unknown'}
    </span>
  );
  if (place === 'below') {
    return (
      <div className="flex min-w-0 flex-col justify-end">
        <p className="truncate font-medium" title={cutText(promptTitle(job.prompt), 2_000)}>
          {cutText(promptTitle(job.prompt), 500)}
        </p>
        <p className="flex min-h-8 items-center truncate text-muted text-sm">
          {facts}
          <span className="whitespace-pre"> · </span>
          {costLine}
        </p>
      </div>
    );
  }
  return (
    <div ref={scrollStop} className="flex min-h-0 flex-col gap-3 overflow-y-auto py-1 pl-5">
      <PromptText text={promptTitle(job.prompt)} />
      <p className="text-muted text-sm">{facts}</p>
      <p className="text-sm">{costLine}</p>
    </div>
  );
}

/** The estimated cost of a running job, whole; `null` without a price or past requests. */
function useJobCost({ id }: Pick<Job, 'id'>): CostWords | null {
  const forecast = useForecast({ kind: 'retryJob', id });
  return forecast === null ? null : costWords(forecast);
}
