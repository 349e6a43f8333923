import { Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Job } from '../../../shared/media/jobs';
import type { MediaItem } from '../../../shared/media/media';
import type { MediaModality } from '../../../shared/modalities/modalities';
import { cutText } from '../../../shared/text/cut-text';
import { canShow } from '../../media/can-show';
import { isNotDecoded } from '../../media/is-decoded';
import { JobCard } from '../../media/job-card';
import { MediaButtons } from '../../media/media-buttons';
import { MediaMenu } from '../../media/media-menu';
import { Missing } from '../../media/missing';
import { pageModalities } from '../../media/modalities/page-modalities';
import { NotDecoded } from '../../media/not-decoded';
import { usePlayer } from '../../media/player/player';
import { VideoProblem } from '../../media/player/video-problem';
import { Waveform } from '../../media/player/waveform';
import { Unshown } from '../../media/unshown';
import { useCoreState } from '../../state/core/core-state';
import { mediaUrl } from '../../state/core/media-url';
import { columnLetter } from '../../state/ui/compares';
import { IconButton } from '../../ui/button';
import { listenTo } from './speech-sync';
import { join } from './video-sync';

interface MediaColumnProps {
  modality: MediaModality;
  job: Job | null;
  index: number;
}

/** The results, the running job, or the error of a column. */
export function MediaColumn({ modality, job, index }: MediaColumnProps) {
  const media = useCoreState((state) => state.media);
  const items = job?.media.map(({ id }) => media[id]).filter((item) => item !== undefined) ?? [];
  return (
    <div
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
      tabIndex={0}
      className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-3 outline-offset-[-2px]"
    >
      {job === null ? (
        <p className="text-muted">Waiting for a prompt</p>
      ) : items.length === 0 ? (
        <JobCard id={job.id} isPicture={pageModalities[modality].isPicture} isRecent />
      ) : (
        items.map((item) => <Item key={item.id} item={item} index={index} />)
      )}
    </div>
  );
}

function Item({ item, index }: { item: MediaItem; index: number }) {
  return (
    <article aria-label={`${cutText(item.origin.prompt, 120)}, column ${columnLetter(index)}`}>
      {item.isMissing ? <Missing /> : <Shown item={item} index={index} />}
      <p
        className="mt-1.5 line-clamp-2 break-words text-muted text-sm"
        title={cutText(item.origin.prompt, 2_000)}
      >
        {cutText(item.origin.prompt, 300)}
      </p>
      <div className="flex items-center gap-0.5">
        {!item.isMissing && <MediaButtons item={item} />}
        <MediaMenu item={item} />
      </div>
    </article>
  );
}

function Shown({ item, index }: { item: MediaItem; index: number }) {
  if (!canShow(item)) return <Unshown item={item} />;
  if (item.kind === 'audio') return <ColumnSpeech item={item} index={index} />;
  if (item.kind === 'video') return <ColumnVideo item={item} index={index} />;
  if (isNotDecoded(item)) return <NotDecoded item={item} />;
  return (
    <img
      src={mediaUrl(item.id)}
      alt={item.origin.prompt}
      draggable={false}
      className="max-h-[62vh] w-full rounded-card bg-hover object-contain"
    />
  );
}

/** A speech result of a column; it plays on the app's one player. */
function ColumnSpeech({ item, index }: { item: MediaItem; index: number }) {
  const isPlaying = usePlayer((player) => player.itemId === item.id && player.isPlaying);
  return (
    <div className="flex items-center gap-3">
      <IconButton
        icon={isPlaying ? Pause : Play}
        label={`${isPlaying ? 'Pause' : 'Play'} ${columnLetter(index)}`}
        className="size-10 rounded-full bg-accent/15 text-accent"
        onClick={() => listenTo(item)}
      />
      <Waveform item={item} />
    </div>
  );
}

/** A video of a column; it has no controls of its own, since all of them play in sync. */
function ColumnVideo({ item, index }: { item: MediaItem; index: number }) {
  const video = useRef<HTMLVideoElement>(null);
  const [isBroken, setBroken] = useState(false);
  useEffect(
    () => (video.current === null ? undefined : join(video.current, item.frameRate)),
    [item.frameRate],
  );
  return (
    <div className="relative overflow-hidden rounded-card bg-[#000]">
      {/* biome-ignore lint/a11y/useMediaCaption: generated pictures have no spoken words to caption. */}
      <video
        ref={video}
        src={mediaUrl(item.id)}
        crossOrigin="anonymous"
        preload="auto"
        playsInline
        aria-label={`Column ${columnLetter(index)}: ${item.origin.prompt}`}
        data-letter={columnLetter(index)}
        onError={() => setBroken(true)}
        className="aspect-video w-full object-contain"
      />
      {isBroken && <VideoProblem item={item} />}
    </div>
  );
}
