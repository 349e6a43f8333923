import { useMemo, useState } from 'react';
import type { Envelope } from '../../../shared/errors';
import type { ChatCost, ChatCostPage } from '../../../shared/ledger';
import { exactAmount } from '../../../shared/money';
import { units } from '../../../shared/money-units';
import { dayOf } from '../../lib/periods';
import { call } from '../../link/call';
import { useCoreState } from '../../state/core/core-state';
import { useAnswer } from '../../state/use-answer';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { useActivityData } from './activity-data';
import { longDay } from './breakdown';
import { sumText, timeText } from './row-text';

const pageChats = 50;

/** The cost of each chat of the selection, the most expensive first; deleted ones stay, without their title. */
export function ChatCosts() {
  const { chats, hasMore, error, more } = useChatCosts();
  const unit = useActivityData((data) => data.unit);
  if (error !== null) return <ErrorCard error={error} />;
  if (chats.length === 0) return <p className="py-2 text-muted">No chats in this period</p>;
  return (
    <>
      <table className="w-full table-fixed border-separate border-spacing-0">
        <caption className="sr-only">Chats by cost</caption>
        <thead className="sticky top-0 z-10 bg-background text-left text-muted text-sm">
          <tr>
            <th className="font-normal">Chat</th>
            <th className="w-16 text-right font-normal">Calls</th>
            <th className="w-24 text-right font-normal">{units[unit].heading}</th>
          </tr>
        </thead>
        <tbody>
          {chats.map((chat) => (
            <ChatRow key={chat.conversationId} chat={chat} />
          ))}
        </tbody>
      </table>
      {hasMore && (
        <Button className="mt-1 h-7" onClick={more}>
          Show more
        </Button>
      )}
    </>
  );
}

function ChatRow({ chat }: { chat: ChatCost }) {
  const { conversationId, title, calls, used, unknown, lastAt } = chat;
  const unit = useActivityData((data) => data.unit);
  const when = timeText(lastAt);
  const day = longDay(dayOf(lastAt));
  return (
    <tr className="hover:bg-hover">
      <th scope="row" className="truncate py-0.5 text-left font-normal">
        {title === null ? (
          <span className="text-muted" title={`Last call ${when}`}>
            Deleted chat · {day}
          </span>
        ) : (
          <a href={`#/chat/${conversationId}`} title={title} className="rounded-sm hover:underline">
            <bdi>{title}</bdi>
          </a>
        )}
      </th>
      <td className="text-right">{calls.toLocaleString('en')}</td>
      <td className="text-right text-credit" title={`${exactAmount(used, unit)} ${units[unit].name}`}>
        {sumText(used, unit)}
        {unknown > 0 && (
          <span className="text-warn" title={`The cost of ${unknown} is still unknown`}>
            {' '}
            + ?
          </span>
        )}
      </td>
    </tr>
  );
}

const noChats = { chats: [], hasMore: false } as const;

function useChatCosts() {
  const selected = useActivityData((data) => data.filter);
  const unit = useActivityData((data) => data.unit);
  const filter = useMemo(() => selected && { ...selected, unit }, [selected, unit]);
  const sums = useActivityData((data) => data.sums);
  const removed = useCoreState(({ removedIds }) => removedIds);
  const [shown, setShown] = useState(pageChats);
  // A change of the sums means other costs, and a deleted chat has no title.
  const question = [filter, sums, removed, shown];
  const { value, error } = useAnswer(filter === null ? null : () => readChats(filter, shown), question);
  const page = value ?? noChats;
  return { ...page, error, more: () => setShown(shown + pageChats) };
}

type Filter = NonNullable<ReturnType<typeof useActivityData.getState>['filter']>;

/** The first rows by cost: costs change the order, so they are loaded from the beginning each time. */
async function readChats(filter: Filter, count: number) {
  const chats: ChatCost[] = [];
  let cursor: string | null = null;
  do {
    const answer: Envelope<ChatCostPage> = await call('ledger.chats', {
      filter,
      cursor,
      limit: Math.min(200, count - chats.length),
    });
    if (!answer.ok) return answer;
    chats.push(...answer.value.chats);
    cursor = answer.value.nextCursor;
  } while (cursor !== null && chats.length < count);
  return { ok: true, value: { chats, hasMore: cursor !== null } } as const;
}
