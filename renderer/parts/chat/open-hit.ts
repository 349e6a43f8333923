/** Where a search leads to. */
import type { SearchHit } from '../../../shared/chat/chat';
import { untilLoaded } from '../../lib/until-loaded';
import { openConversation } from '../../state/ui/navigation';
import { useUiState } from '../../state/ui/ui-state';
import { showBranch } from './conversation-actions';

/** Goes to a message or a chat, and marks there what was searched for. */
export async function openHit(hit: SearchHit, query: string | null): Promise<void> {
  const { conversationId, messageId } = hit;
  if (messageId !== null && !(await showBranch(conversationId, messageId))) return;
  openConversation(conversationId);
  useUiState.setState({ scrollTarget: messageId === null ? null : { conversationId, messageId } });
  if (messageId === null || query === null) return;
  const { showFound } = await untilLoaded(() => import('./find/show-found'));
  showFound(hit, query);
}
