/** Loads what is too long for a snapshot: conversations and their messages. */
import { call } from '../../link/call';
import { report, useCoreState } from './core-state';
import { read, reportedList } from './read';

const pageSize = 50;

const firstPage = (conversationId: string) => ({ conversationId, beforeId: null, limit: pageSize });

/**
 * Loads the end of a transcript that is shown with the next snapshot.
 *
 * @returns a function that shows it, after the snapshot
 */
export async function readTranscriptEnd(conversationId: string): Promise<() => void> {
  const page = await call('messages.page', firstPage(conversationId));
  return () => {
    if (page.ok) report({ type: 'messages.paged', page: page.value, asOf: useCoreState.getState() });
  };
}

const underWay = new Set<string>();

/** Loads a page of a transcript: its end, or what comes before `beforeId`. One at a time for each. */
export async function loadMessages(
  conversationId: string,
  beforeId: string | null,
  limit = pageSize,
): Promise<void> {
  const key = `${conversationId}/${beforeId}`;
  if (underWay.has(key)) return;
  underWay.add(key);
  await read('messages.page', { conversationId, beforeId, limit }, (page) => ({
    type: 'messages.paged',
    page,
  }));
  underWay.delete(key);
}

/** Loads the page again where a part of a reply's text was missed. */
export function fillGap(conversationId: string, messageId: string): void {
  const live = useCoreState.getState().live[messageId];
  if (live !== undefined && live.pending.length > 0) void loadMessages(conversationId, null);
}

/** Loads a conversation that no page of the list has returned yet. */
export async function loadConversation(id: string): Promise<'known' | 'deleted' | 'failed'> {
  if (useCoreState.getState().conversations[id] !== undefined) return 'known';
  const answer = await read('conversations.get', { id }, (conversation) => ({
    type: 'conversation.read',
    conversation,
  }));
  if (answer.ok) return 'known';
  return answer.error.code === 'not_found' ? 'deleted' : 'failed';
}

const conversations = reportedList<void, 'conversations.list'>('conversations.list', {
  cursor: ({ listCursor }) => listCursor,
  input: (_all, cursor) => ({ cursor, limit: pageSize }),
  reading: (_all, page) => ({ type: 'conversations.paged', page }),
});

/** Loads more of the list of conversations; does nothing at its end. */
export const loadConversations = () => conversations.more();
