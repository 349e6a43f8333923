import { DropdownMenu } from 'radix-ui';
import type { Message } from '../../../../shared/chat/chat';
import { call } from '../../../link/call';
import { openTurnDialog } from '../../../state/ui/dialogs';
import { useIsReplying } from '../../../state/ui/selectors';
import { useAnswer } from '../../../state/use-answer';
import { CostBeside } from '../../credits/cost-beside';
import { CacheItem } from './cache-item';
import { moveOne, removeOne, runFrom, shownIds, undoLastEdit } from './turn-actions';

interface TurnItemsProps {
  message: Message;
  itemClass: string;
}

/** What can be done with one message of any role, whatever follows it. Drawn while the menu is open. */
export function TurnItems({ message, itemClass }: TurnItemsProps) {
  const { id: messageId, conversationId } = message;
  const busy = useIsReplying(conversationId);
  const ids = shownIds(conversationId);
  const lastEdit = useAnswer(() => call('chat.lastEdit', { conversationId }), [conversationId]);
  // Until that is known, a quick press is not refused: the core says so where there is nothing.
  const hasNoEdit = lastEdit.isCurrent && lastEdit.error === null && lastEdit.value === null;
  const insert = (place: 'before' | 'after') =>
    openTurnDialog({ kind: 'insert', conversationId, messageId, place });
  const item = (label: string, act: () => void, isOff = false) => (
    <DropdownMenu.Item className={itemClass} disabled={busy || isOff} onSelect={act}>
      {label}
    </DropdownMenu.Item>
  );
  return (
    <DropdownMenu.Group aria-label="Branch">
      <DropdownMenu.Item
        className={`${itemClass} gap-3`}
        disabled={busy}
        onSelect={() => void runFrom(message)}
      >
        <span className="flex-1">Run from here</span>
        <CostBeside intent={{ kind: 'run', messageId }} />
      </DropdownMenu.Item>
      {message.role !== 'assistant' &&
        item('Begin the reply…', () => openTurnDialog({ kind: 'begin', conversationId, messageId }))}
      {item('Edit message…', () => openTurnDialog({ kind: 'edit', conversationId, messageId }))}
      {item('Insert before…', () => insert('before'))}
      {item('Insert after…', () => insert('after'))}
      {item('Move up', () => void moveOne(message, -1), ids[0] === messageId)}
      {item('Move down', () => void moveOne(message, 1), ids.at(-1) === messageId)}
      {item('Remove only this', () => void removeOne(message))}
      <CacheItem message={message} itemClass={itemClass} />
      {item('Undo last edit', () => void undoLastEdit(conversationId), hasNoEdit)}
    </DropdownMenu.Group>
  );
}
