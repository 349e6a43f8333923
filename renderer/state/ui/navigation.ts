/** Navigation in the window: every place has an address, which `routeOfHash` reads. */
import { addressOfTab, routeOfHash } from './route';
import { useUiState } from './ui-state';

/**
 * Goes to an address, such as `#/chat`. The page is another one as soon as this returns: the browser reports a new
 * address only later, and a key pressed in between would still go to the tab that was left.
 */
export function goTo(address: string): void {
  if (address === location.hash) return;
  location.hash = address;
  showAddress();
}

/** Shows the place that the window's address names. */
export function showAddress(): void {
  const shown = useUiState.getState().route;
  const route = routeOfHash(location.hash, shown.conversationId);
  const isShown = JSON.stringify(route) === JSON.stringify(shown);
  if (!isShown) useUiState.setState({ route, overlay: null });
}

/** Shows a tab; the open conversation stays open. */
export function openTab(tab: string): void {
  const { conversationId } = useUiState.getState().route;
  goTo(addressOfTab(tab, conversationId));
}

/** Shows a conversation, or an empty new one. */
export function openConversation(conversationId: string | null): void {
  goTo(conversationId === null ? '#/chat' : `#/chat/${conversationId}`);
}
