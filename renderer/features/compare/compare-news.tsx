import { useEffect, useRef } from 'react';
import type { Message, MessageStatus } from '../../../shared/chat';
import { spokenCost } from '../../../shared/cost';
import { announce } from '../../state/announce';
import { useCoreState } from '../../state/core/core-state';
import { type CompareView, columnLetter } from '../../state/ui/compares';

type Replies = readonly { readonly id: string; readonly status: MessageStatus }[];

/** Announces how each column's reply ended; the ends of jobs are announced elsewhere. */
export function CompareNews({ view: { columns } }: { view: CompareView }) {
  const ended = useRef<ReadonlyMap<string, MessageStatus>>(new Map());
  const replies = useReplies(columns.map(({ conversationId }) => conversationId ?? ''));
  useEffect(() => {
    const { messages } = useCoreState.getState();
    const news = replies.flatMap(({ id, status }, index) => {
      const isNews = ended.current.get(id) === 'streaming' && status !== 'streaming';
      return isNews ? [`Column ${columnLetter(index)}: ${endOf(status, messages[id])}`] : [];
    });
    const begins = replies.some(({ id, status }) => status === 'streaming' && !ended.current.has(id));
    ended.current = new Map(replies.map(({ id, status }) => [id, status]));
    if (news.length > 0) announce(news.join('. '));
    else if (begins) announce('Generating');
  }, [replies]);
  return null;
}

function endOf(status: MessageStatus, reply: Pick<Message, 'cost'> | undefined): string {
  const cost = spokenCost(reply?.cost ?? null) ?? 'cost unknown';
  return status === 'complete' ? `response complete, ${cost}` : `response ${status}, ${cost}`;
}

/** The newest reply of each chat; the same array until one of them changes its status. */
function useReplies(conversationIds: readonly string[]): Replies {
  const kept = useRef<Replies>([]);
  return useCoreState(({ conversations, messages }) => {
    const replies = conversationIds.map((id) => {
      const reply = messages[conversations[id]?.leafId ?? ''];
      return { id: reply?.id ?? '', status: reply?.status ?? 'complete' };
    });
    const isSame =
      replies.length === kept.current.length &&
      replies.every(({ id, status }, index) => {
        const before = kept.current[index];
        return before?.id === id && before.status === status;
      });
    if (!isSame) kept.current = replies;
    return kept.current;
  });
}
