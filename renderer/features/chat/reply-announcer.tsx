import { useEffect, useRef } from 'react';
import type { Message } from '../../../shared/chat/chat';
import { spokenCost } from '../../../shared/money/cost';
import { markRead } from '../../parts/chat/conversation-actions';
import { useReadOut } from '../../parts/chat/use-read-out';
import { announce } from '../../state/announce';
import { useCoreState } from '../../state/core/core-state';
import { useConversation } from '../../state/ui/selectors';

/** Says when a reply begins and how it ended, for those who do not see it. */
export function ReplyAnnouncer({ conversationId }: { conversationId: string | null }) {
  const conversation = useConversation(conversationId);
  const leafId = conversation?.leafId ?? '';
  useMarkRead(conversationId, conversation?.isUnread === true);
  const last = useCoreState(({ messages }) => messages[leafId]);
  const how = useCoreState(({ app }) => app?.settings.readReplies ?? 'none');
  const readOut = useReadOut(last, how);
  const before = useRef<Seen>({ conversationId: null, openedAt: 0, last: undefined });
  useEffect(() => {
    if (last === undefined) return;
    const was = seenOf(before.current, last.conversationId);
    before.current = { ...was, last };
    if (last.status === 'streaming') {
      if (was.last?.id !== last.id || was.last.status !== 'streaming') announce('Generating');
    } else if (hasEnded(was, last)) {
      announce([readOut(last), endOf(last)].filter(Boolean).join('\n'));
      // Immediately: the person may leave before the event that it is unread arrives.
      if (document.visibilityState === 'visible') void markRead(last.conversationId);
    }
  }, [last, readOut]);
  return null;
}

interface Seen {
  readonly conversationId: string | null;
  /** When its chat was opened, in milliseconds since the epoch. */
  readonly openedAt: number;
  /** The last message of it, as it was drawn before. */
  readonly last: Message | undefined;
}

const seenOf = (before: Seen, conversationId: string): Seen =>
  before.conversationId === conversationId
    ? before
    : { conversationId, openedAt: Date.now(), last: undefined };

/** A short reply may begin and end between two drawings, so that it was never drawn while it streamed. */
export function hasEnded({ openedAt, last: was }: Seen, reply: Message): boolean {
  if (reply.role !== 'assistant') return false;
  if (was?.id !== reply.id) return reply.createdAt >= openedAt;
  return was.status === 'streaming' || was.finishedAt !== reply.finishedAt;
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
