import { chordsOf } from '../commands/keys';
import { announceError } from '../state/announce';
import { useUiState } from '../state/ui/ui-state';

/**
 * The print key prints the open chat whole; the browser alone would print the messages on the screen. Everything else
 * is left to it.
 */
export function followPrintKey(): void {
  document.addEventListener('keydown', (event) => {
    const isPrint = !event.defaultPrevented && chordsOf(event).includes('Mod+P');
    const { tab, conversationId, compareId } = useUiState.getState().route;
    if (!isPrint || tab !== 'chat' || compareId !== null || conversationId === null) return;
    event.preventDefault();
    if (!event.repeat) void print(conversationId);
  });
}

async function print(conversationId: string): Promise<void> {
  try {
    const { printChat } = await import('../parts/chat/print/print-chat');
    await printChat(conversationId);
  } catch {
    announceError('Couldn’t print the chat. Try again.');
  }
}
