import { useEffect, useRef } from 'react';
import type { Message } from '../../../shared/chat/chat';
import { refusalOf } from '../../../shared/chat/parts';
import { toolCallsOf } from '../../../shared/chat/tool-calls';
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
  const before = useRef<Message>(undefined);
  useEffect(() => {
    if (last === undefined) return;
    const was = before.current;
    before.current = last;
    if (last.status === 'streaming') {
      if (was?.id !== last.id || was.status !== 'streaming') announce('Generating');
    } else if (hasEnded(was, last, performance.timeOrigin) && isNew(last)) {
      announce([readOut(last), endOf(last)].filter(Boolean).join('\n'));
      // Immediately: the person may leave before the event that it is unread arrives.
      if (document.visibilityState === 'visible') void markRead(last.conversationId);
    }
  }, [last, readOut]);
  return null;
}

/** Ends that were announced since the page was opened, each with its reply. */
const announced = new Set<string>();

function isNew({ id, finishedAt }: Message): boolean {
  const end = `${id} ${finishedAt}`;
  if (announced.has(end)) return false;
  announced.add(end);
  return true;
}

/**
 * A short reply may begin and end between two drawings, or before this component's code is there, so that it was never
 * drawn while it streamed.
 *
 * @param was the last message as it was drawn before
 * @param since when the page was opened, in milliseconds since the epoch
 */
export function hasEnded(was: Message | undefined, reply: Message, since: number): boolean {
  if (reply.role !== 'assistant' || reply.change !== undefined) return false;
  if (was?.id === reply.id) return was.status === 'streaming' || was.finishedAt !== reply.finishedAt;
  return reply.createdAt >= since && reply.totalMs !== null;
}

export function endOf(reply: Message): string {
  const { status } = reply;
  const cost = spokenCost(reply.cost) ?? 'cost unknown';
  const isDeclined = reply.text === '' && refusalOf(reply.parts) !== '';
  if (status === 'complete')
    return `${isDeclined ? 'The model declined' : 'Response complete'}, ${cost}${calledIn(reply)}`;
  if (status === 'stopped') return `Response stopped, ${cost}`;
  return status === 'interrupted' ? 'Response interrupted' : '';
}

/** Whoever doesn't see the calls would wait for more. */
function calledIn({ parts }: Message): string {
  const names = toolCallsOf(parts).map(({ name }) => name);
  return names.length === 0 ? '' : `. Tool ${names.length === 1 ? 'call' : 'calls'}: ${names.join(', ')}`;
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
