import { createLucideIcon } from 'lucide-react';
import type { DragEvent } from 'react';
import type { Message } from '../../../../shared/chat/chat';
import { isReplying } from '../../../state/ui/selectors';
import { followDrag } from './drag-message';

/** Six dots as one path, since every message has them. */
const Dots = createLucideIcon('grip-vertical', [
  ['path', { d: 'M9 5h.01M9 12h.01M9 19h.01M15 5h.01M15 12h.01M15 19h.01', strokeWidth: 4, key: 'dots' }],
]);

/** For the pointer alone: keys move a message by “Move up” and “Move down”, so it is in no order of tabs. */
export function MoveHandle({ message }: { message: Message }) {
  const begin = (event: DragEvent<HTMLElement>) => {
    if (isReplying(message.conversationId)) return event.preventDefault();
    const row = event.currentTarget.closest('[data-index]');
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('application/x-gatehouse-message', message.id);
    if (row !== null) event.dataTransfer.setDragImage(row, 0, 0);
    followDrag(message);
  };
  return (
    <span
      aria-hidden
      draggable
      data-move={message.id}
      title="Drag to move"
      onDragStart={begin}
      className="inline-flex size-7 flex-none cursor-grab items-center justify-center rounded-control text-muted opacity-0 hover:bg-hover hover:text-text group-focus-within/row:opacity-100 group-hover/row:opacity-100"
    >
      <Dots className="icon" />
    </span>
  );
}
