import { ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { tokensIn } from '../../../../shared/money/tokens';
import { endOfText } from '../../../../shared/text/cut-text';
import { counted } from '../../../lib/counted';
import { formatDuration } from '../../../lib/format';
import { useFoundTurn } from '../../../state/ui/found-state';
import { classes } from '../../../ui/classes';
import { CutText } from '../../../ui/cut-text';

/** While it grows, its end is shown; the whole is shown as soon as it is complete. */
const followedCharacters = 3_000;
/** Above this length, laying out the whole would be too slow. */
const shownCharacters = 60_000;

interface ReasoningProps {
  /** Of its part. */
  id: string;
  text: string;
  /** It still grows. */
  writing: boolean;
  /** Time, tokens and cost of all thinking of the reply; `null` where they are not known. */
  figures: string | null;
}

/** A model's reasoning: open while it streams, then collapsed with its duration. */
export function Reasoning({ id, text: said, writing, figures }: ReasoningProps) {
  // Blank lines parted it from the thinking before it.
  const text = said.trimStart();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const took = useThinkingTime(id, writing);
  const found = useFoundTurn(id);
  useEffect(() => {
    if (found > 0) setChosen(true);
  }, [found]);
  const open = chosen ?? writing;
  const length = `≈ ${counted(tokensIn(text.length), 'token')}`;
  const words = writing ? 'thinking' : (figures ?? (took === null ? length : formatDuration(took)));
  return (
    <div className="mb-3 [section+&]:mt-3 rounded-control border border-line bg-panel">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setChosen(!open)}
        className="flex w-full items-center gap-2 rounded-control px-3 py-2 text-left text-muted hover:text-text"
      >
        <ChevronRight className={classes('icon', open && 'rotate-90')} aria-hidden />
        Reasoning · {words}
      </button>
      {open && (
        <p
          data-part={id}
          dir="auto"
          className="max-h-96 px-3 pb-2 overflow-y-auto whitespace-pre-wrap text-muted [overflow-wrap:anywhere]"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
          tabIndex={0}
        >
          {writing ? (
            endOfText(text, followedCharacters)
          ) : (
            <CutText text={text} characters={shownCharacters} />
          )}
        </p>
      )}
    </div>
  );
}

/** The duration of each one, where this window saw it; the records do not hold it. */
const seen = new Map<string, { since: number; tookMs: number | null }>();

function useThinkingTime(id: string, writing: boolean): number | null {
  const [tookMs, setTook] = useState(() => seen.get(id)?.tookMs ?? null);
  useEffect(() => {
    const known = seen.get(id);
    if (writing && known === undefined) seen.set(id, { since: performance.now(), tookMs: null });
    if (writing || known === undefined || known.tookMs !== null) return;
    known.tookMs = performance.now() - known.since;
    setTook(known.tookMs);
  }, [id, writing]);
  return tookMs;
}
