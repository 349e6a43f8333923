import type { SpokenPart } from '../../../shared/media/captions';
import type { MediaItem } from '../../../shared/media/media';
import { usePlayer } from '../player/player';
import { useCues, useSpokenParts } from './use-spoken';

interface CaptionsProps {
  item: MediaItem;
  /** Who speaks where, under the waveform; or the sentence that is heard. */
  show: 'speakers' | 'sentence';
}

/** What is known of what a sound says. */
export default function Captions({ item, show }: CaptionsProps) {
  const parts = useSpokenParts(item);
  if (parts.length === 0) return null;
  return show === 'speakers' ? <SpeakerMarks parts={parts} /> : <CurrentSentence item={item} parts={parts} />;
}

/** Stretches as long as their lines; what they say is in the list of lines. */
function SpeakerMarks({ parts }: { parts: readonly SpokenPart[] }) {
  if (!parts.some(({ speaker }) => speaker)) return null;
  return (
    <div aria-hidden className="mt-1 flex h-5 gap-px overflow-hidden text-muted text-xs">
      {parts.map(({ speaker = '', durationMs }, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other id, and their order is fixed.
          key={index}
          title={speaker}
          style={{ flex: `${durationMs} 0 0` }}
          className="min-w-0 truncate border-accent border-l-2 pl-1"
        >
          {speaker}
        </span>
      ))}
    </div>
  );
}

function CurrentSentence({ item, parts }: { item: MediaItem; parts: readonly SpokenPart[] }) {
  const cues = useCues(parts);
  const index = usePlayer(({ itemId, position }) =>
    itemId === item.id ? cues.findLastIndex(({ startMs }) => startMs <= position * 1_000) : -1,
  );
  const cue = cues[index];
  if (cue === undefined) return null;
  return (
    <figure aria-label="Caption" className="min-h-7 text-center text-lg">
      {cue.speaker && <span className="mr-2 text-accent text-sm">{cue.speaker}</span>}
      {cue.text}
    </figure>
  );
}
