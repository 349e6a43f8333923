import { ArrowLeftRight } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import type { Job } from '../../../shared/media/jobs';
import { KeyHint } from '../../commands/key-hint';
import { usePlayer } from '../../media/player/player';
import { useCoreState } from '../../state/core/core-state';
import { columnLetter } from '../../state/ui/compares';
import { Button } from '../../ui/button';
import { compareSpeech, playNext } from './speech-sync';

/** Switches between the speech results at the same position. */
export default function SpeechBar({ jobs }: { jobs: readonly (Job | null)[] }) {
  const media = useCoreState((state) => state.media);
  const items = useMemo(
    () =>
      jobs.map((job) => media[job?.media[0]?.id ?? '']).map((item) => (item?.isMissing ? undefined : item)),
    [jobs, media],
  );
  useEffect(() => {
    compareSpeech(items.filter((item) => item !== undefined));
    return () => compareSpeech([]);
  }, [items]);
  const current = usePlayer(({ itemId }) => itemId);
  const index = items.findIndex((item) => item !== undefined && item.id === current);
  const count = items.filter((item) => item !== undefined).length;
  if (count < 2) return null;
  return (
    <div className="flex flex-none items-center gap-3 border-line border-b px-3 py-1.5">
      <Button onClick={playNext}>
        <ArrowLeftRight className="icon" aria-hidden />
        Switch result
        <KeyHint command="compare.switchVoice" />
      </Button>
      <p className="text-muted text-sm" aria-live="polite">
        {index < 0
          ? 'Each result starts at the position of the previous one'
          : `In the player: column ${columnLetter(index)}`}
      </p>
    </div>
  );
}
