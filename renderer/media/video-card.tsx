import { Maximize, Play, StepBack, StepForward } from 'lucide-react';
import { type KeyboardEvent, memo, useRef, useState } from 'react';
import type { MediaItem } from '../../shared/media';
import { KeyedIconButton } from '../commands/key-hint';
import { isComposing } from '../commands/keys';
import { commandAt } from '../commands/shortcuts';
import { copyPicture } from '../lib/copy-picture';
import { useMedia } from '../state/core/jobs-and-media';
import { mediaUrl } from '../state/core/media-url';
import { IconButton } from '../ui/icon-button';
import { CopyPictureButton, MediaButtons } from './media-buttons';
import { MediaMenu, MenuItem } from './media-menu';
import { Missing } from './missing';
import { ResultText } from './picture-card';

interface VideoCardProps {
  id: string;
  onOpen: (id: string) => void;
}

/** One video among the results: its first frame, and the player once it is wanted. */
export const VideoCard = memo(function VideoCard({ id, onOpen }: VideoCardProps) {
  const item = useMedia(id);
  if (item === undefined) return null;
  return (
    <article className="flex h-full flex-col overflow-hidden rounded-card border border-line bg-raised">
      {item.isMissing ? <Missing /> : <VideoPlayer item={item} />}
      <ResultText item={item}>
        {!item.isMissing && <MediaButtons item={item} />}
        <MediaMenu item={item}>
          {!item.isMissing && <MenuItem onSelect={() => onOpen(id)}>Details</MenuItem>}
        </MediaMenu>
      </ResultText>
    </article>
  );
});

/** Usual for generated video; the file itself does not say it in a way a page can read. */
const frameSeconds = 1 / 24;

/** A real `<video>`, played where it stands; `,` and `.` step through its frames. */
export function VideoPlayer({ item }: { item: MediaItem }) {
  const video = useRef<HTMLVideoElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [problem, setProblem] = useState(false);
  const start = () => {
    setOpen(true);
    if (video.current !== null) video.current.currentTime = 0;
    void video.current?.play().catch(() => undefined);
    video.current?.focus();
  };
  const step = (by: number) => {
    video.current?.pause();
    if (video.current !== null) video.current.currentTime += by * frameSeconds;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (leavesFullScreen(event)) return;
    const id = isComposing(event.nativeEvent) ? undefined : commandAt(event.nativeEvent, 'video')?.id;
    const by = id === 'video.frameBack' ? -1 : id === 'video.frameOn' ? 1 : 0;
    if (by === 0 || !isOpen) return;
    event.preventDefault();
    step(by);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the player inside, which has the focus.
    <div className="relative bg-[#000]" onKeyDown={onKeyDown}>
      {/* biome-ignore lint/a11y/useMediaCaption: generated pictures have no spoken words to caption. */}
      <video
        ref={video}
        // A moment in: the very first frame is often black.
        src={`${mediaUrl(item.id)}#t=0.1`}
        crossOrigin="anonymous"
        preload="metadata"
        playsInline
        controls={isOpen}
        tabIndex={isOpen ? 0 : -1}
        aria-label={item.origin.prompt}
        onError={() => setProblem(true)}
        className="aspect-video w-full object-contain"
      />
      {!isOpen && !problem && (
        <button
          type="button"
          onClick={start}
          className="absolute inset-0 flex items-center justify-center outline-offset-[-2px]"
        >
          <span className="flex size-10 items-center justify-center rounded-full bg-[#000000a0] text-[#fff]">
            <Play className="icon" aria-hidden />
          </span>
          <span className="sr-only">Play {item.origin.prompt}</span>
        </button>
      )}
      {problem && (
        <p
          role="alert"
          className="absolute inset-0 flex items-center justify-center bg-[#000000b0] p-3 text-[#fff]"
        >
          This video can’t be played: its file is gone or damaged.
        </p>
      )}
      {isOpen && <FrameButtons video={video} onStep={step} />}
    </div>
  );
}

/** The button that was pressed is out of sight then, so the keys go to the film. */
async function fillScreen(film: HTMLVideoElement | null): Promise<void> {
  await film?.requestFullscreen().catch(() => undefined);
  film?.focus();
}

/** Escape leaves the full screen and nothing else: neither the viewer around it nor a reply being written. */
function leavesFullScreen(event: KeyboardEvent): boolean {
  if (event.key !== 'Escape' || document.fullscreenElement === null) return false;
  event.preventDefault();
  event.stopPropagation();
  void document.exitFullscreen();
  return true;
}

interface FrameButtonsProps {
  video: React.RefObject<HTMLVideoElement | null>;
  onStep: (by: number) => void;
}

function FrameButtons({ video, onStep }: FrameButtonsProps) {
  const copy = async () => video.current !== null && (await copyPicture(video.current));
  return (
    <div className="flex justify-end gap-0.5 border-line border-b bg-raised px-2 py-0.5">
      <KeyedIconButton
        command="video.frameBack"
        icon={StepBack}
        label="Frame back"
        onClick={() => onStep(-1)}
      />
      <KeyedIconButton
        command="video.frameOn"
        icon={StepForward}
        label="Frame on"
        onClick={() => onStep(1)}
      />
      <CopyPictureButton label="Copy frame" picture={copy} />
      <IconButton icon={Maximize} label="Full screen" onClick={() => void fillScreen(video.current)} />
    </div>
  );
}
