/** Edits of the messages of a chat, each with its undo, and replies asked for at any of them. */
import type { Message } from '../../../../shared/chat/chat';
import type { ChatEdit, WrittenMessage } from '../../../../shared/chat/edits';
import type { Envelope } from '../../../../shared/errors';
import { whenThere } from '../../../lib/focus';
import { call } from '../../../link/call';
import { announce } from '../../../state/announce';
import { useCoreState } from '../../../state/core/core-state';
import { transcriptOf } from '../../../state/core/selectors';
import { createIntents } from '../../../state/idempotent-ask';
import { flushConfig } from '../../../state/ui/config-actions';
import { openConversation } from '../../../state/ui/navigation';
import { NEW_CHAT } from '../../../state/ui/route';
import { chosenModel, chosenSettings } from '../../../state/ui/selectors';
import { useUiState } from '../../../state/ui/ui-state';
import { offerUndo, showUndoError } from '../../../state/undo';
import { withIntent } from '../reply-actions';

const intents = createIntents();
type Answer = Envelope<ChatEdit> | null;

/** Makes the id of the edit once, until it is stored; then shows the message, and offers to undo it. */
async function edited(name: string, done: string, give: (editId: string) => Promise<Envelope<ChatEdit>>) {
  const answer = await intents.ask(name, give);
  if (answer?.ok === true) {
    const { conversationId, id: editId, messageId } = answer.value;
    offerUndo({ text: done, undo: () => call('chat.undoEdit', { conversationId, editId }), done: 'Undone' });
    announce(done);
    if (messageId !== null) showOnceThere(conversationId, messageId);
  }
  return answer;
}

/** The branch that the edit made is loaded first. */
function showOnceThere(conversationId: string, messageId: string): void {
  whenThere(
    () => (shownIds(conversationId).includes(messageId) ? document.body : null),
    () => useUiState.setState({ scrollTarget: { conversationId, messageId } }),
  );
}

/** Where an edit is asked for outside of a dialog, its error is shown where the undo would be. */
async function shown(asked: Promise<Envelope<unknown> | null>): Promise<boolean> {
  const answer = await asked;
  if (answer?.ok === false) showUndoError(answer.error);
  return answer?.ok === true;
}

export const saveEdit = ({ id: messageId }: Message, { role, parts }: WrittenMessage): Promise<Answer> =>
  edited(`edit ${messageId} ${JSON.stringify([role, parts])}`, 'Message edited', (editId) =>
    call('chat.editMessage', { editId, messageId, role, parts: [...parts] as never }),
  );

export const insertBeside = (
  { id: nextTo, conversationId }: Message,
  place: 'before' | 'after',
  { role, parts }: WrittenMessage,
): Promise<Answer> =>
  edited(`insert ${place} ${nextTo} ${JSON.stringify([role, parts])}`, 'Message inserted', (editId) =>
    call('chat.insertMessages', {
      editId,
      conversationId,
      nextTo,
      place,
      messages: [{ role, parts: [...parts] as never }],
    }),
  );

/** In an empty chat, or as a new one, which is shown then. */
export async function writeFirst(
  conversationId: string | null,
  { role, parts }: WrittenMessage,
): Promise<Answer> {
  const key = conversationId ?? NEW_CHAT;
  const newChat = { model: chosenModel(key), settings: chosenSettings(key) };
  const answer = await edited(`first ${key} ${JSON.stringify([role, parts])}`, 'Message inserted', (editId) =>
    call('chat.insertMessages', {
      editId,
      // One chat for each intent, also where it is asked for again.
      conversationId: conversationId ?? editId,
      newChat,
      nextTo: null,
      place: 'after',
      messages: [{ role, parts: [...parts] as never }],
    }),
  );
  if (answer?.ok === true && conversationId === null) openConversation(answer.value.conversationId);
  return answer;
}

/** Leaves one message out; what follows it stays. */
export const removeOne = ({ id: messageId }: Message): Promise<boolean> =>
  shown(
    edited(`remove ${messageId}`, 'Message removed', (editId) =>
      call('chat.removeMessage', { editId, messageId }),
    ),
  );

/** The messages of the branch on show that are loaded, oldest first, and the one before them. */
export function shownIds(conversationId: string): readonly string[] {
  const { conversations, messages } = useCoreState.getState();
  const { ids, aboveId } = transcriptOf(messages, conversations[conversationId]?.leafId ?? null);
  return aboveId === null ? ids : [aboveId, ...ids];
}

/** Moves a message past its neighbor; at the ends of the chat it stays. */
export async function moveOne({ id: messageId, conversationId }: Message, by: 1 | -1): Promise<boolean> {
  const ids = shownIds(conversationId);
  const nextTo = ids[ids.indexOf(messageId) + by];
  if (!ids.includes(messageId) || nextTo === undefined) return false;
  return moveBeside(messageId, nextTo, by === 1 ? 'after' : 'before');
}

/** Moves a message to any place of its branch. */
export const moveBeside = (messageId: string, nextTo: string, place: 'before' | 'after'): Promise<boolean> =>
  shown(
    edited(`move ${messageId} ${place} ${nextTo}`, 'Message moved', (editId) =>
      call('chat.moveMessage', { editId, messageId, nextTo, place }),
    ),
  );

/** Takes the newest edit of the branch on show back, also long after it was made. */
export const undoLastEdit = async (conversationId: string): Promise<void> => {
  if (await shown(call('chat.undoEdit', { conversationId }))) announce('Undone');
};

/** Sends the conversation up to this message; a reply goes on from the words it has. */
export const runFrom = (message: Pick<Message, 'id' | 'conversationId'>): Promise<boolean> =>
  shown(runBegun(message));

/** The same with words that the reply begins with. */
export async function runBegun(
  { id: messageId, conversationId }: Pick<Message, 'id' | 'conversationId'>,
  beginning?: string,
): Promise<Envelope<unknown> | null> {
  await flushConfig(conversationId);
  return withIntent(`run ${messageId} ${beginning ?? ''}`, (replyId, isConfirmed) =>
    call('chat.run', { messageId, replyId, isConfirmed, ...(beginning !== undefined && { beginning }) }),
  );
}
