import { useUiState } from '../state/ui/ui-state';

/**
 * Ctrl+P prints the open chat whole; the browser alone would print the messages on the screen. Everything else is left
 * to it.
 */
export function followPrintKey(): void {
  document.addEventListener('keydown', (event) => {
    const isPrint = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === 'p';
    const { tab, conversationId, compareId } = useUiState.getState().route;
    if (!isPrint || tab !== 'chat' || compareId !== null || conversationId === null) return;
    event.preventDefault();
    void import('../parts/chat/print/print-chat').then(({ printChat }) => printChat(conversationId));
  });
}
