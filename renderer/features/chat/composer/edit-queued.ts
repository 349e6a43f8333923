import type { QueuedMessage } from '../../../../shared/chat';
import { findShown } from '../../../lib/focus';
import { call } from '../../../link/call';
import { insertText } from '../../../parts/prompts/insert-text';
import { draftOf, setDraft } from '../../../state/ui/drafts';
import { useUiState } from '../../../state/ui/ui-state';

/** Moves a queued message back into the composer, before the text that is there. */
export async function editQueued(conversationId: string, { id, text, attachments: waiting }: QueuedMessage) {
  const answer = await call('chat.dequeue', { messageId: id });
  if (!answer.ok) return answer;
  const { text: typed, attachments = [] } = draftOf(conversationId);
  const before = text === '' || typed === '' ? text : `${text}\n\n`;
  const area = isOpen(conversationId) ? findShown('composer') : null;
  if (area instanceof HTMLTextAreaElement && area.value === typed) insertText(area, 0, 0, before);
  else setDraft(conversationId, { text: `${before}${typed}` });
  setDraft(conversationId, { attachments: [...waiting, ...attachments] });
  return answer;
}

/** Another chat or tab may have been opened before the answer came. */
function isOpen(conversationId: string): boolean {
  const { route } = useUiState.getState();
  return route.tab === 'chat' && route.compareId === null && route.conversationId === conversationId;
}
