import { Pause, Play } from 'lucide-react';
import type { MediaItem } from '../../../shared/media';
import { usePlayer } from '../../media/player/player';
import { Waveform } from '../../media/player/waveform';
import { columnLetter } from '../../state/ui/compares';
import { IconButton } from '../../ui/icon-button';
import { listenTo } from './speech-sync';

/** A speech result of a column; it plays on the app's one player. */
export function ColumnSpeech({ item, index }: { item: MediaItem; index: number }) {
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
