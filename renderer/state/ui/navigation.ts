/** Navigation in the window: every place has an address, which `routeOfHash` reads. */
import { useUiState } from './ui-state';

/** Shows a tab; the open conversation stays open. */
export function openTab(tab: string): void {
  const { conversationId } = useUiState.getState().route;
  location.hash = conversationId === null ? `#/${tab}` : `#/${tab}/${conversationId}`;
}

/** Shows a conversation, or an empty new one. */
export function openConversation(conversationId: string | null): void {
  location.hash = conversationId === null ? '#/chat' : `#/chat/${conversationId}`;
}
