/** Asks for stretches of what is too long to be told at once: conversations and their messages. */
import { call } from '../../link/call';
import { report, useReported } from './reported';

const pageSize = 50;

const underWay = new Set<string>();

const fetchPage = (conversationId: string, beforeId: string | null) =>
  call('messages.page', { conversationId, beforeId, limit: pageSize });

/**
 * Reads the end of a transcript.
 *
 * @returns what shows it
 */
export async function readTranscriptEnd(conversationId: string): Promise<() => void> {
  const page = await fetchPage(conversationId, null);
  return () => {
    if (page.ok) report({ type: 'messages.paged', page: page.value });
  };
}

/** Loads a stretch of a transcript: its end, or what lies above `beforeId`. One at a time for each. */
export async function loadMessages(conversationId: string, beforeId: string | null): Promise<void> {
  const key = `${conversationId}/${beforeId}`;
  if (underWay.has(key)) return;
  underWay.add(key);
  const page = await fetchPage(conversationId, beforeId);
  underWay.delete(key);
  if (page.ok) report({ type: 'messages.paged', page: page.value });
}

/** Asks for the page again where a stretch of a reply's text was missed. */
export function fillGap(conversationId: string, messageId: string): void {
  const live = useReported.getState().live[messageId];
  if (live !== undefined && live.pending.length > 0) void loadMessages(conversationId, null);
}

/**
 * Loads a conversation that the list has not come to yet.
 *
 * @returns false where it is gone
 */
export async function loadConversation(id: string): Promise<boolean> {
  if (useReported.getState().conversations[id] !== undefined) return true;
  const answer = await call('conversations.get', { id });
  if (answer.ok) report({ type: 'conversation.changed', conversation: answer.value });
  return answer.ok || answer.error.code !== 'not_found';
}

/** Loads more of the list of conversations; does nothing at its end. */
export async function loadConversations(): Promise<void> {
  const cursor = useReported.getState().listCursor;
  if (cursor === null || underWay.has('conversations')) return;
  underWay.add('conversations');
  const page = await call('conversations.list', { cursor, limit: pageSize });
  underWay.delete('conversations');
  if (page.ok) report({ type: 'conversations.paged', page: page.value });
}
