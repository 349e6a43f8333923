import { ArrowUp } from 'lucide-react';
import { useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { MediaItem } from '../../../shared/media/media';
import { useCoreState } from '../../state/core/core-state';
import { Button, IconButton } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { lengthText } from '../media-facts';
import { joinedChannelsNote } from './channels-note';
import { RunningEdit, useRunning } from './edit-dialog';

/** Joins sounds or videos to a new file, in an order that can be changed; they stay as they are. */
export function JoinDialog({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const [order, setOrder] = useState(ids);
  const items = useCoreState(useShallow(({ media }) => order.flatMap((id) => media[id] ?? [])));
  const running = useRunning(onClose);
  const [first, ...others] = items;
  const seconds = items.reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0);
  const earlier = (index: number) =>
    setOrder(order.with(index - 1, order[index] ?? '').with(index, order[index - 1] ?? ''));
  return (
    <Dialog title="Join" size="form" onClose={running.close}>
      <ol aria-label="In this order" className="flex min-h-0 flex-1 flex-col gap-1 overflow-y-auto">
        {items.map((item, index) => (
          <Joined key={item.id} item={item} onEarlier={index === 0 ? null : () => earlier(index)} />
        ))}
      </ol>
      <RunningEdit
        running={running}
        words={`Saves a new file of ${lengthText(seconds)}, free. These stay as they are. ${joinedChannelsNote(items)}`.trim()}
      >
        <Button
          tone="primary"
          aria-disabled={running.share !== null}
          onClick={() =>
            first !== undefined &&
            running.share === null &&
            running.start(first, { operation: 'join' }, others)
          }
        >
          Save joined
        </Button>
      </RunningEdit>
    </Dialog>
  );
}

interface JoinedProps {
  item: MediaItem;
  onEarlier: (() => void) | null;
}

const Joined = ({ item, onEarlier }: JoinedProps) => (
  <li className="flex h-10 flex-none items-center gap-2 rounded-control border border-line px-3">
    <span className="min-w-0 flex-1 truncate">{item.fileName}</span>
    <span className="text-muted text-sm tabular-nums">{lengthText(item.durationMs ?? 0)}</span>
    {onEarlier !== null && (
      <IconButton icon={ArrowUp} label={`Move ${item.fileName} up`} onClick={onEarlier} />
    )}
  </li>
);
