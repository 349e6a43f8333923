/** Commands for conversations and messages, except sending. */
import type { Message } from '../../../shared/chat/chat';
import type { Envelope } from '../../../shared/errors';
import { call } from '../../link/call';
import { announceAnswer } from '../../state/announce';
import { useCoreState } from '../../state/core/core-state';
import { read } from '../../state/core/read';
import { createIntents } from '../../state/idempotent-ask';
import { openConversation } from '../../state/ui/navigation';
import { useUiState } from '../../state/ui/ui-state';
import { offerUndo } from '../../state/undo';

const forks = createIntents();

export async function removeConversation(id: string): Promise<boolean> {
  const wasOpen = useUiState.getState().route.conversationId === id;
  const answer = await call('conversations.remove', { id });
  const bringBack = async () => {
    const restored = await call('conversations.restore', { id });
    if (restored.ok && wasOpen) openConversation(id);
    return restored;
  };
  if (answer.ok) offerUndo({ text: 'Chat deleted', undo: bringBack });
  return announceAnswer(answer, 'Chat deleted');
}

export async function renameConversation(id: string, title: string): Promise<void> {
  announceAnswer(await call('conversations.rename', { id, title }));
}

export async function pinConversation(id: string, isPinned: boolean): Promise<void> {
  announceAnswer(await call('conversations.pin', { id, isPinned }), isPinned ? 'Pinned' : 'No longer pinned');
}

export async function markRead(id: string): Promise<void> {
  await call('conversations.markRead', { id });
}

/** Deletes a message and what follows it; this can be undone. */
export async function removeMessage({ id, role }: Message): Promise<boolean> {
  const answer = await call('messages.remove', { id });
  const text = role === 'user' ? 'Message deleted' : 'Reply deleted';
  if (answer.ok) offerUndo({ text, undo: () => call('messages.restore', { id }) });
  return announceAnswer(answer, text);
}

/** Opens a new chat with the branch up to and including this message. */
export async function forkFrom({ id: messageId }: Message): Promise<void> {
  const answer = await forks.ask(messageId, async (newId) => {
    const forked = await call('conversations.fork', { messageId, newId });
    return forked.ok ? { ok: true, value: newId } : forked;
  });
  if (answer === null) return;
  announceAnswer(answer, 'Forked into a new chat');
  if (answer.ok) openConversation(answer.value);
}

/** Shows another branch of the conversation. */
export async function showBranch(conversationId: string, messageId: string): Promise<boolean> {
  return announceAnswer(await call('conversations.showBranch', { id: conversationId, messageId }));
}

/** Loads messages that no page has returned, such as those of other branches. */
export async function loadByIds(conversationId: string, ids: readonly string[]): Promise<Envelope<unknown>> {
  const known = useCoreState.getState().messages;
  const missing = ids.filter((id) => known[id] === undefined);
  if (missing.length === 0) return { ok: true, value: null };
  return read('messages.get', { ids: missing }, (messages) => ({
    type: 'messages.paged',
    page: { conversationId, messages, hasMore: true },
  }));
}
