import { MessageSquare, TextQuote } from 'lucide-react';
import type { SearchHit } from '../../../../shared/chat/chat';
import { formatDay } from '../../../lib/format';
import { call } from '../../../link/call';
import { openHit } from '../../../parts/chat/open-hit';
import { partNames } from '../../../parts/chat/part-names';
import { useCoreState } from '../../../state/core/core-state';
import { openConversation } from '../../../state/ui/navigation';
import type { Group, Hit, Source } from '../hit';

/** Chats by their titles; the newest ones where nothing is typed. */
export const chatSource: Source = {
  title: 'Chats',
  prefix: '"',
  find: (words, limit) => (words === '' ? recentChats(limit) : search('Chats', 'titles', words, limit)),
};

/** All messages, by their words. */
export const messageSource: Source = {
  title: 'Messages',
  prefix: '"',
  find: (words, limit) => (words === '' ? [] : search('Messages', 'messages', words, limit)),
};

function recentChats(limit: number): readonly Hit[] {
  const { conversations } = useCoreState.getState();
  return Object.values(conversations)
    .filter(({ owner }) => owner === null)
    .sort((one, other) => other.updatedAt - one.updatedAt)
    .slice(0, limit)
    .map(({ id, title, updatedAt }) => chatHit(id, title, updatedAt));
}

const chatHit = (id: string, title: string, at: number): Hit => ({
  key: `chat:${id}`,
  icon: MessageSquare,
  label: title,
  detail: formatDay(at),
  run: () => openConversation(id),
});

async function search(
  title: string,
  of: 'titles' | 'messages',
  query: string,
  limit: number,
): Promise<Group> {
  const answer = await call('conversations.search', { query, limit, of });
  if (!answer.ok) return { title, hits: [], error: answer.error };
  return { title, hits: answer.value.map((hit) => hitOf(hit, query)) };
}

function hitOf(hit: SearchHit, query: string): Hit {
  const { conversationId, messageId, title, snippet, at, part } = hit;
  const name = part && partNames[part.type];
  if (messageId === null) return chatHit(conversationId, title, at);
  return {
    key: `message:${messageId}`,
    icon: TextQuote,
    label: title,
    detail: formatDay(at),
    snippet: name === undefined ? snippet : `${name}: ${snippet}`,
    run: () => void openHit(hit, query),
  };
}
