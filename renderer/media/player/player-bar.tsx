import { Pause, Play, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { MediaOrigin } from '../../../shared/media/media';
import { useMedia } from '../../state/core/selectors';
import { addressOfJob } from '../../state/ui/route';
import { IconButton } from '../../ui/button';
import { audio, close, keepOneSound, toggle, usePlayer } from './player';
import { PlaybackChoices, SeekBar } from './player-controls';

/** The audio element of the whole window, with a slim bar while something is loaded. */
export function PlayerHost() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.append(audio);
    return keepOneSound();
  }, []);
  const itemId = usePlayer((player) => player.itemId);
  const item = useMedia(itemId);
  useEffect(() => {
    if (itemId !== null && item === undefined) close();
  }, [itemId, item]);
  return (
    <>
      <div ref={place} hidden />
      {item !== undefined && <PlayerBar id={item.id} origin={item.origin} />}
    </>
  );
}

function PlayerBar({ id, origin }: { id: string; origin: MediaOrigin }) {
  const { modality, prompt, jobId } = origin;
  const { isPlaying, problem } = usePlayer();
  return (
    <section
      aria-label="Player"
      className="flex h-10 flex-none items-center gap-2 border-line border-t bg-raised px-3"
    >
      <IconButton
        icon={isPlaying ? Pause : Play}
        label={isPlaying ? 'Pause' : 'Play'}
        onClick={() => toggle(id)}
      />
      <a
        href={addressOfJob(modality, jobId)}
        title={prompt}
        className="min-w-0 shrink basis-64 truncate rounded-sm"
      >
        {prompt}
      </a>
      {problem === null ? (
        <SeekBar itemId={id} />
      ) : (
        <p role="alert" className="min-w-0 flex-1 truncate text-bad">
          {problem}
        </p>
      )}
      <PlaybackChoices />
      <IconButton icon={X} label="Close player" onClick={close} />
    </section>
  );
}
