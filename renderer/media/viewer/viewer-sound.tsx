import { Pause, Play } from 'lucide-react';
import type { MediaItem } from '../../../shared/media/media';
import { IconButton } from '../../ui/button';
import { toggle, usePlayer } from '../player/player';
import { PlaybackChoices, SeekBar } from '../player/player-controls';
import { Waveform } from '../player/waveform';

const waveHeightPx = 200;

/** A sound in the viewer: its shape, large, with the app's own player; it keeps playing when the viewer is closed. */
export function ViewerSound({ item }: { item: MediaItem }) {
  const isRunning = usePlayer((player) => player.itemId === item.id && player.isPlaying);
  const problem = usePlayer((player) => (player.itemId === item.id ? player.problem : null));
  return (
    <section aria-label="Sound" className="flex w-full min-w-0 max-w-[1100px] flex-col gap-6 px-10">
      <div className="[@media(max-height:420px)]:hidden">
        <Waveform item={item} heightPx={waveHeightPx} />
      </div>
      {problem !== null && (
        <p role="alert" className="text-bad">
          {problem}
        </p>
      )}
      <div className="flex items-center gap-3">
        <IconButton
          icon={isRunning ? Pause : Play}
          label={isRunning ? 'Pause' : 'Play'}
          className="size-14 rounded-full bg-accent/15 text-accent [&_.icon]:size-6"
          onClick={() => toggle(item.id)}
        />
        <SeekBar itemId={item.id} length={item.durationMs === null ? null : item.durationMs / 1_000} />
        <PlaybackChoices />
      </div>
    </section>
  );
}
