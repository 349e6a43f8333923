import { useEffect, useRef } from 'react';
import type { Message } from '../../../shared/chat/chat';
import { spokenCost } from '../../../shared/money/cost';
import { markRead } from '../../parts/chat/conversation-actions';
import { useReadOut } from '../../parts/chat/use-read-out';
import { announce } from '../../state/announce';
import { useCoreState } from '../../state/core/core-state';
import { useConversation } from '../../state/ui/selectors';

/** Says when a reply begins and how it ended, for those who do not see it. */
export function ReplyNews({ conversationId }: { conversationId: string | null }) {
  const conversation = useConversation(conversationId);
  const leafId = conversation?.leafId ?? '';
  useMarkRead(conversationId, conversation?.isUnread === true);
  const last = useCoreState(({ messages }) => messages[leafId]);
  const how = useCoreState(({ app }) => app?.settings.readReplies ?? 'none');
  const readOut = useReadOut(last, how);
  const before = useRef({ id: '', status: '' });
  useEffect(() => {
    if (last === undefined) return;
    const { id, status } = before.current;
    before.current = { id: last.id, status: last.status };
    if (last.status === 'streaming') {
      if (id !== last.id || status !== 'streaming') announce('Generating');
    } else if (id === last.id && status === 'streaming') {
      announce([readOut(last), endOf(last)].filter(Boolean).join('\n'));
      // Immediately: the person may leave before the event that it is unread arrives.
      if (document.visibilityState === 'visible') void markRead(last.conversationId);
    }
  }, [last, readOut]);
  return null;
}

function endOf(reply: Message): string {
  const { status } = reply;
  const cost = spokenCost(reply.cost) ?? 'cost unknown';
  if (status === 'complete') return `Response complete, ${cost}`;
  if (status === 'stopped') return `Response stopped, ${cost}`;
  return status === 'interrupted' ? 'Response interrupted' : '';
}

/** An open chat is marked as read once it is visible. */
function useMarkRead(conversationId: string | null, isUnread: boolean): void {
  useEffect(() => {
    if (conversationId === null || !isUnread) return;
    const mark = () => {
      if (document.visibilityState === 'visible') void markRead(conversationId);
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
  }, [conversationId, isUnread]);
}
