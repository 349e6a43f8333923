import type { AppCommand } from '../../commands/command';
import { focusSoon } from '../../lib/focus';
import { stop } from '../../parts/chat/chat-actions';
import { pinConversation, removeConversation } from '../../parts/chat/conversation-actions';
import { useReported } from '../../state/core/reported';
import { openColumn } from '../../state/ui/columns';
import { openTab } from '../../state/ui/navigation';
import { usePerson } from '../../state/ui/person';

const inChat = { group: 'Chat', place: 'chat' } as const;

export const chatCommands: readonly AppCommand[] = [
  {
    ...inChat,
    id: 'chat.stop',
    label: 'Stop the reply',
    keys: ['Escape'],
    isReady: () => withOpenChat((id) => isWriting(id)) ?? false,
    run: () => void withOpenChat((id) => void stop(id)),
  },
  {
    group: 'Chat',
    place: 'anywhere',
    id: 'chat.search',
    label: 'Search chats',
    keys: ['Mod+Shift+F'],
    also: 'find history',
    run: searchChats,
  },
  {
    ...inChat,
    id: 'chat.pin',
    label: 'Pin or unpin this chat',
    keys: [],
    isReady: hasOpenChat,
    run: () =>
      void withOpenChat((id) => {
        const isPinned = useReported.getState().conversations[id]?.isPinned ?? false;
        void pinConversation(id, !isPinned);
      }),
  },
  {
    ...inChat,
    id: 'chat.remove',
    label: 'Delete this chat',
    keys: [],
    isReady: hasOpenChat,
    run: () => void withOpenChat((id) => void removeConversation(id)),
  },
];

function withOpenChat<Result>(act: (id: string) => Result): Result | null {
  const { tab, conversationId, compareId } = usePerson.getState().route;
  return tab === 'chat' && compareId === null && conversationId !== null ? act(conversationId) : null;
}

function hasOpenChat(): boolean {
  return withOpenChat(() => true) ?? false;
}

const isWriting = (id: string): boolean =>
  (useReported.getState().conversations[id]?.streamingMessageIds.length ?? 0) > 0;

function searchChats(): void {
  openTab('chat');
  openColumn('chat', 'history');
  focusSoon('search-chats');
}
