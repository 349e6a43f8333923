/** Of results with the same content, all but one can go to the trash at once. */
import { Copy } from 'lucide-react';
import { call } from '../../link/call';
import { countText, removeMedia } from '../../media/remove-media';
import { useCoreState } from '../../state/core/core-state';
import { useAnswer } from '../../state/use-answer';
import { Button } from '../../ui/button';

/** As many as one command takes. */
const mostAtOnce = 10_000;

export default function EqualFiles() {
  const total = useCoreState(({ library }) => library?.total);
  const found = useAnswer(() => call('library.equalFiles', {}), [total]).value;
  if (found === null || found === undefined) return null;
  const { groups, isPartial } = found;
  const others = groups.flatMap(([_kept, ...rest]) => rest).slice(0, mostAtOnce);
  if (others.length === 0) return <span className="text-muted text-sm">{nothingText(isPartial)}</span>;
  return (
    <Button
      onClick={() => void removeMedia(others)}
      title="Of files with the same content, the one with a star, the best rated or the oldest stays; the others go to the trash"
    >
      <Copy className="icon" aria-hidden />
      Keep one of each · {countText(others.length)} too many{isPartial && ' so far'}
    </Button>
  );
}

const nothingText = (isPartial: boolean): string =>
  isPartial ? 'No files with the same content so far' : 'No files with the same content';
