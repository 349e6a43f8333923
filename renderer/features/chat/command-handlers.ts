import type { CommandHandler } from '../../commands/handlers';
import { stop } from '../../parts/chat/chat-actions';
import { pinConversation, removeConversation } from '../../parts/chat/conversation-actions';
import { attachMediaOf, messageWithMedia } from '../../parts/chat/media-of-messages';
import { stepMessage } from '../../parts/chat/step-message';
import type { TurnKey } from '../../parts/chat/turns/turn-keys';
import { announceError } from '../../state/announce';
import { useCoreState } from '../../state/core/core-state';
import { openFind } from '../../state/ui/find-state';
import { isReplying } from '../../state/ui/selectors';
import { useUiState } from '../../state/ui/ui-state';

/** What the commands of the table do with the open chat. */
export const chatHandlers = {
  'chat.stop': {
    isReady: () => withOpenChat(isReplying) ?? false,
    run: () => void withOpenChat((id) => void stop(id)),
  },
  'chat.find': { isReady: hasOpenChat, run: () => void withOpenChat(openFind) },
  'chat.previousMessage': { isReady: hasOpenChat, run: () => void withOpenChat((id) => stepMessage(id, -1)) },
  'chat.nextMessage': { isReady: hasOpenChat, run: () => void withOpenChat((id) => stepMessage(id, 1)) },
  'chat.useMedia': {
    isReady: () => withOpenChat((id) => messageWithMedia(id) !== null) ?? false,
    run: () => void withOpenChat((id) => void attachMediaOf(id)),
  },
  'chat.editMessage': onTurn('edit'),
  'chat.changeRole': onTurn('role'),
  'chat.insertBefore': onTurn('before'),
  'chat.insertAfter': onTurn('after'),
  'chat.removeMessage': onTurn('remove'),
  'chat.runHere': onTurn('run'),
  'chat.moveUp': onTurn('moveUp'),
  'chat.moveDown': onTurn('moveDown'),
  'chat.undoEdit': onTurn('undo'),
  'chat.pin': {
    isReady: hasOpenChat,
    run: () =>
      void withOpenChat((id) => {
        const isPinned = useCoreState.getState().conversations[id]?.isPinned ?? false;
        void pinConversation(id, !isPinned);
      }),
  },
  'chat.remove': {
    isReady: hasOpenChat,
    run: () => void withOpenChat((id) => void removeConversation(id)),
  },
} satisfies Record<string, CommandHandler>;

/** Not later by itself where its code can't be loaded: running a chat from a message costs something. */
async function actOnTurn(id: string, key: TurnKey, from: Element | null): Promise<void> {
  const turns = await import('../../parts/chat/turns/turn-keys').catch(() => null);
  if (turns === null) announceError('Couldn’t do that, as the app isn’t responding. Try again.');
  else turns.actOnTurn(id, key, from);
}

function onTurn(key: TurnKey): CommandHandler {
  return {
    isReady: hasOpenChat,
    run: () => {
      // The focus says which message: it may have moved once the code is there.
      const from = document.activeElement;
      void withOpenChat((id) => void actOnTurn(id, key, from));
    },
  };
}

function withOpenChat<Result>(act: (id: string) => Result): Result | null {
  const { tab, conversationId, compareId } = useUiState.getState().route;
  return tab === 'chat' && compareId === null && conversationId !== null ? act(conversationId) : null;
}

function hasOpenChat(): boolean {
  return withOpenChat(() => true) ?? false;
}
