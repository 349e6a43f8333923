import { type Ref, type RefObject, useState } from 'react';
import type { MediaItem, ResultKind } from '../../../shared/media';
import { modalities } from '../../../shared/modalities';
import { useCoreState } from '../../state/core/core-state';
import { useJob, useMedia } from '../../state/core/jobs-and-media';
import { canShow } from '../can-show';
import { JobCard } from '../job-card';
import { isFinished } from '../jobs/job-text';
import { Missing } from '../missing';
import { frameBarPx } from '../player/video-bar';
import { type VideoControl, VideoPlayer } from '../player/video-player';
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
import { type Entry, runPlace } from './entry';
import { useIsNews } from './fresh';
import { useDecodedAhead } from './sharp-image';
import { StageFacts } from './stage-facts';
import { StageImage } from './stage-image';
import { JobFacts, JobProgress } from './stage-job';
import { StageLayout } from './stage-layout';
import { useSize } from './use-size';

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
  if (item.kind === 'image') return <StageImage {...{ item, size, zoom, onOpen }} />;
  if (item.kind === 'audio') return <ViewerSound key={item.id} item={item} />;
  return <VideoPlayer key={item.id} {...{ item, size }} control={video} playKey={entryKey} />;
}

function useNeighbors(entries: readonly Entry[], at: number, room: Size): void {
  const media = useCoreState((state) => state.media);
  const items = [at + 1, at - 1].flatMap((index) => media[entries[index]?.mediaId ?? ''] ?? []);
  useDecodedAhead(items, (item) => sizeIn(room, item));
}

/** A running job is laid out like its result, so that nothing moves when that arrives. */
function JobPlace({ jobId, room }: { jobId: string; room: Size }) {
  const isNews = useIsNews(jobId);
  const job = useJob(jobId);
  if (job === undefined) return null;
  if (isFinished(job)) {
    return (
      <div className="flex size-full items-center justify-center">
        <div className="max-h-full w-[min(600px,100%)] overflow-y-auto">
          <JobCard id={jobId} isPicture={false} isNews={isNews} />
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
