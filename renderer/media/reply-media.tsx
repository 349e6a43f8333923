import { MessageSquarePlus, Pause, Play } from 'lucide-react';
import { useState } from 'react';
import type { MediaItem } from '../../shared/media/media';
import { attachResult } from '../parts/chat/media-of-messages';
import { useCoreState } from '../state/core/core-state';
import { mediaUrl } from '../state/core/media-url';
import { useJob } from '../state/core/selectors';
import { useUiState } from '../state/ui/ui-state';
import { IconButton } from '../ui/button';
import { lazy, Suspense } from '../ui/later';
import { canShow } from './can-show';
import { isNotDecoded } from './is-decoded';
import { JobCard } from './job-card';
import { MediaButtons } from './media-buttons';
import { MediaMenu } from './media-menu';
import { Missing } from './missing';
import { pageModalities } from './modalities/page-modalities';
import { NotDecoded } from './not-decoded';
import { pause, play, usePlayer } from './player/player';
import { Waveform } from './player/waveform';
import { aspectOf, fittedSize, naturalSize } from './stage/arrangement';
import { Unshown } from './unshown';

const Viewer = lazy(() => import('./viewer/viewer').then((module) => ({ default: module.Viewer })));

/** Pictures and sound of a chat reply; each is also a file of the library. */
export default function ReplyMedia({ jobIds }: { jobIds: readonly string[] }) {
  return (
    <div className="mt-3 flex flex-col gap-3">
      {jobIds.map((id) => (
        <ResultsOfJob key={id} id={id} />
      ))}
    </div>
  );
}

function ResultsOfJob({ id }: { id: string }) {
  const job = useJob(id);
  const media = useCoreState((state) => state.media);
  const [shownId, setShown] = useState<string | null>(null);
  if (job === undefined) return null;
  const items = job.media.map((item) => media[item.id]).filter((item) => item !== undefined);
  const ids = items.map((item) => item.id);
  const isComplete = job.status === 'completed';
  return (
    <>
      {items.length > 0 && (
        <ul aria-label="Results" className="flex flex-wrap gap-3">
          {items.map((item) => (
            <li key={item.id} className="min-w-0 max-w-full">
              {item.isMissing ? <Missing /> : <Shown item={item} onShow={() => setShown(item.id)} />}
              <div className="flex items-center gap-0.5">
                {!item.isMissing && <MediaButtons item={item} />}
                {!item.isMissing && <UseNext item={item} />}
                <MediaMenu item={item} />
              </div>
            </li>
          ))}
        </ul>
      )}
      {isComplete && items.length === 0 && (
        <p className="text-muted text-sm">The files of this reply were deleted from the library.</p>
      )}
      {!isComplete && <JobCard id={id} isPicture={pageModalities[job.modality].isPicture} isRecent={false} />}
      {shownId !== null && (
        <Suspense>
          <Viewer ids={ids} id={shownId} onShow={setShown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </>
  );
}

/** In a chat of its own: a column of a comparison has no message field. */
function UseNext({ item }: { item: MediaItem }) {
  const { tab, conversationId, compareId } = useUiState(({ route }) => route);
  if (tab !== 'chat' || compareId !== null || conversationId === null) return null;
  return (
    <IconButton
      icon={MessageSquarePlus}
      label="Use in next message"
      onClick={() => void attachResult(conversationId, item)}
    />
  );
}

/** The longest sides in the transcript, in pixels. */
const most = { width: 480, height: 420 };

function Shown({ item, onShow }: { item: MediaItem; onShow: () => void }) {
  if (!canShow(item)) return <Unshown item={item} />;
  if (item.kind === 'audio') return <Sound item={item} />;
  const { prompt } = item.origin;
  if (isNotDecoded(item)) return <NotDecoded item={item} />;
  // Known before the picture is loaded, so that the text below it doesn't jump.
  const size = fittedSize(most, aspectOf(item), naturalSize(item));
  if (item.kind === 'video')
    return (
      // biome-ignore lint/a11y/useMediaCaption: generated pictures have no spoken words to caption.
      <video src={mediaUrl(item.id)} controls preload="metadata" aria-label={prompt} style={size} />
    );
  return (
    <button
      type="button"
      title="Open the image"
      onClick={onShow}
      className="block max-w-full overflow-hidden rounded-card bg-hover"
    >
      <img
        src={mediaUrl(item.id)}
        alt={prompt === '' ? 'Image of this reply' : prompt}
        draggable={false}
        loading="lazy"
        decoding="async"
        {...size}
        className="h-auto max-w-full"
      />
    </button>
  );
}

function Sound({ item }: { item: MediaItem }) {
  const isPlaying = usePlayer((player) => player.itemId === item.id && player.isPlaying);
  return (
    <div className="flex w-[480px] max-w-full items-center gap-3">
      <IconButton
        icon={isPlaying ? Pause : Play}
        label={isPlaying ? 'Pause' : 'Play'}
        className="size-10 rounded-full bg-accent/15 text-accent"
        onClick={() => (isPlaying ? pause() : void play(item.id))}
      />
      <Waveform item={item} />
    </div>
  );
}
