/** What keys do with the message that has the focus, else with the last one of the chat. */
import type { Message } from '../../../../shared/chat/chat';
import { useCoreState } from '../../../state/core/core-state';
import { openTurnDialog } from '../../../state/ui/dialogs';
import { isReplying } from '../../../state/ui/selectors';
import { messageIdAt } from '../message-at';
import { moveOne, removeOne, runFrom, shownIds, undoLastEdit } from './turn-actions';

function messageAt(conversationId: string, from: Element | null): Message | undefined {
  const ids = shownIds(conversationId);
  const message = messageIdAt(from);
  return useCoreState.getState().messages[ids.includes(message) ? message : (ids.at(-1) ?? '')];
}

const placeOf = ({ id, conversationId }: Message) => ({ conversationId, messageId: id });

const acts = {
  edit: (message) => openTurnDialog({ kind: 'edit', ...placeOf(message) }),
  role: (message) => openTurnDialog({ kind: 'edit', ...placeOf(message), isAtRole: true }),
  before: (message) => openTurnDialog({ kind: 'insert', ...placeOf(message), place: 'before' }),
  after: (message) => openTurnDialog({ kind: 'insert', ...placeOf(message), place: 'after' }),
  remove: (message) => void removeOne(message),
  moveUp: (message) => void moveOne(message, -1),
  moveDown: (message) => void moveOne(message, 1),
  run: (message) => void runFrom(message),
} satisfies Record<string, (message: Message) => void>;

export type TurnKey = keyof typeof acts | 'undo';

/** @param from what has the focus */
export function actOnTurn(conversationId: string, key: TurnKey, from: Element | null): void {
  if (isReplying(conversationId)) return;
  if (key === 'undo') return void undoLastEdit(conversationId);
  const message = messageAt(conversationId, from);
  if (message !== undefined) acts[key](message);
}
