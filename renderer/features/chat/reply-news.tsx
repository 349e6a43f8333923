import { useEffect, useRef } from 'react';
import type { Message } from '../../../shared/chat';
import { formatCredits } from '../../../shared/credits';
import { useReported } from '../../store/reported';
import { useConversation } from '../../store/selectors';
import { announce } from '../frame/announcer';

/** Says when a reply begins and how it ended, for those who do not see it. */
export function ReplyNews({ conversationId }: { conversationId: string | null }) {
  const leafId = useConversation(conversationId)?.leafId ?? '';
  const last = useReported(({ messages }) => messages[leafId]);
  const before = useRef({ id: '', status: '' });
  useEffect(() => {
    if (last === undefined) return;
    const { id, status } = before.current;
    before.current = { id: last.id, status: last.status };
    if (last.status === 'streaming') {
      if (id !== last.id || status !== 'streaming') announce('Generating');
    } else if (id === last.id && status === 'streaming') announce(endOf(last));
  }, [last]);
  return null;
}

function endOf({ status, creditsUsed }: Message): string {
  const cost = creditsUsed === null ? 'cost unknown' : `${formatCredits(creditsUsed)} credits`;
  if (status === 'complete') return `Response complete, ${cost}`;
  if (status === 'stopped') return `Response stopped, ${cost}`;
  return status === 'interrupted' ? 'Response interrupted' : '';
}
