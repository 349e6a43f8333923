import { Pause, Play } from 'lucide-react';
import type { MediaItem } from '../../../shared/media/media';
import { modelText } from '../../../shared/modalities/modalities';
import { formatCost } from '../../lib/format';
import { useMedia } from '../../state/core/selectors';
import { IconButton } from '../../ui/button';
import { lazy, Suspense } from '../../ui/later';
import { formatElapsed, parametersText } from '../jobs/job-text';
import { toggle, usePlayer } from '../player/player';
import { Waveform } from '../player/waveform';
import { PromptText } from './prompt-text';

const Captions = lazy(() => import('../edit/captions'));
const waveHeightPx = 84;

/** The playing speech result, large: waveform, position and text; before one plays, the newest. */
export function StageSpeech({ newestId }: { newestId: string | null }) {
  const playing = useMedia(usePlayer(({ itemId }) => itemId));
  const newest = useMedia(newestId);
  const item = playing?.kind === 'audio' ? playing : newest;
  if (item === undefined || item.isMissing) return null;
  return <Speech key={item.id} item={item} isPlaying={playing?.id === item.id} />;
}

function Speech({ item, isPlaying: isLoaded }: { item: MediaItem; isPlaying: boolean }) {
  const isRunning = usePlayer((player) => isLoaded && player.isPlaying);
  const { origin } = item;
  const facts = [modelText(origin.model), parametersText(origin)].filter((text) => text !== '').join(' · ');
  return (
    <section
      aria-label={isLoaded ? 'Playing result' : 'Newest result'}
      className="mx-auto flex w-full max-w-[1100px] flex-none flex-col gap-2 px-5 pt-5 pb-3 [@media(max-height:480px)]:py-2"
    >
      <div className="flex items-center gap-4">
        <IconButton
          icon={isRunning ? Pause : Play}
          label={isRunning ? 'Pause' : 'Play'}
          className="size-14 rounded-full bg-accent/15 text-accent [&_.icon]:size-6"
          onClick={() => toggle(item.id)}
        />
        <div className="min-w-0 flex-1">
          <div className="flex">
            <Waveform item={item} heightPx={waveHeightPx} />
          </div>
          <Suspense fallback={null}>
            <Captions item={item} show="speakers" />
          </Suspense>
        </div>
        <Time item={item} isLoaded={isLoaded} />
      </div>
      <Suspense fallback={null}>{isLoaded && <Captions item={item} show="sentence" />}</Suspense>
      {/* In a low window the list below says the same, and needs the room. */}
      <div className="max-h-32 overflow-y-auto text-lg [@media(max-height:480px)]:hidden">
        <PromptText text={origin.prompt} />
      </div>
      <p className="truncate text-muted text-sm [@media(max-height:480px)]:hidden">
        {facts} · <span className="text-credit">{formatCost(origin.cost)}</span>
      </p>
    </section>
  );
}

function Time({ item, isLoaded }: { item: MediaItem; isLoaded: boolean }) {
  const position = usePlayer((player) => (isLoaded ? player.position : 0));
  const known = usePlayer((player) => (isLoaded ? player.duration : null));
  const duration = known === null ? item.durationMs : known * 1_000;
  return (
    <p className="flex-none text-muted">
      <span className="text-text">{formatElapsed(position * 1_000)}</span>
      {duration !== null && ` / ${formatElapsed(Math.round(duration / 1_000) * 1_000)}`}
    </p>
  );
}
