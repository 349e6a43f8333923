import { useEffect, useRef, useState } from 'react';
import type { MediaItem } from '../../../shared/media/media';
import { untilLoaded } from '../../lib/until-loaded';
import { useShownTheme } from '../../ui/use-shown-theme';
import type { NoWave, Wave } from './peaks';
import { audio, play, usePlayer } from './player';

const listHeightPx = 40;

/** The waveform with the current position; a click seeks. */
export function Waveform({ item, heightPx = listHeightPx }: { item: MediaItem; heightPx?: number }) {
  const place = useRef<HTMLDivElement>(null);
  const read = useWave(item);
  const wave = typeof read === 'string' ? null : read;
  const theme = useShownTheme();
  const isCurrent = usePlayer(({ heldId }) => heldId === item.id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has other colors.
  useEffect(() => {
    if (place.current === null || wave === null) return;
    const drawing = draw(place.current, { id: item.id, wave, isCurrent, heightPx });
    return () => void drawing.then((surfer) => surfer?.destroy());
  }, [item.id, wave, isCurrent, heightPx, theme]);
  if (read === 'tooLong') {
    return <p className="min-w-0 flex-1 text-muted text-sm">No waveform: more than 30 minutes of audio</p>;
  }
  // The player's own slider is the control for keyboards and screen readers.
  return <div ref={place} aria-hidden className="min-w-0 flex-1" style={{ height: heightPx }} />;
}

function useWave({ id, durationMs, isMissing }: MediaItem): Wave | NoWave | null {
  const [wave, setWave] = useState<Wave | NoWave | null>(null);
  useEffect(() => {
    if (isMissing) return;
    let isWanted = true;
    void untilLoaded(() => import('./peaks'))
      .then(({ waveOf }) => waveOf(id, durationMs))
      .then((read) => isWanted && setWave(read));
    return () => {
      isWanted = false;
    };
  }, [id, durationMs, isMissing]);
  return wave;
}

interface Drawing {
  readonly id: string;
  readonly wave: Wave;
  readonly isCurrent: boolean;
  readonly heightPx: number;
}

/** Uses the app's audio element if this result is loaded, otherwise an element that never plays. */
async function draw(container: HTMLElement, { id, wave, isCurrent, heightPx }: Drawing) {
  const { default: WaveSurfer } = await untilLoaded(() => import('wavesurfer.js'));
  if (!container.isConnected) return null;
  const style = getComputedStyle(container);
  const surfer = WaveSurfer.create({
    container,
    height: heightPx,
    media: isCurrent ? audio : document.createElement('audio'),
    peaks: [wave.peaks],
    duration: wave.duration,
    waveColor: style.getPropertyValue('--faint'),
    progressColor: style.getPropertyValue('--accent'),
    cursorColor: style.getPropertyValue('--accent'),
    barWidth: 2,
    barGap: 1,
    barRadius: 1,
    normalize: true,
    dragToSeek: isCurrent,
    cspNonce: document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce,
  });
  surfer.on('click', (share) => void play(id, share * wave.duration));
  return surfer;
}
